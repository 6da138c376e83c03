from .score import Score as Score
from .score import evaluate as evaluate
from .score import read_gold as read_gold
from .story import demo as demo
