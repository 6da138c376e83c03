from .entities.vocabulary import Vocabulary as Vocabulary
from .extractor import Extractor as Extractor
from .relations.cues import Cues as Cues
from .text.sentences import sentences as sentences
