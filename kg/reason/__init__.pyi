from .gathered import Gathered as Gathered
from .reasoner import Reasoner as Reasoner
from .revise import Revision as Revision
from .revise import View as View
from .rules import Rules as Rules
from .things import concept as concept
from .things import thing as thing
