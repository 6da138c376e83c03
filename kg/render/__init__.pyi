from .data import as_data as as_data
from .demo_format import demo_text as demo_text
from .formats import render as render
