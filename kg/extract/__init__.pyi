from .decision.weights import DEFAULT_THRESHOLDS as DEFAULT_THRESHOLDS
from .decision.weights import Thresholds as Thresholds
from .decision.weights import Weights as Weights
from .entities.vocabulary import Vocabulary as Vocabulary
from .extractor import Extractor as Extractor
from .relations.cues import Cues as Cues
from .text.sentences import sentences as sentences
