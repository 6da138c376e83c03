"""One question to several engines on one graph, and what `kg` itself costs as a library and as a whole process.

    python benchmarks/compare.py                    10 thousand, 100 thousand and 1 million edges
    python benchmarks/compare.py --sizes 1k 10k     other sizes
    python benchmarks/compare.py --cache PLACE      keep the generated graphs there

The question: what breaks over hard links when one thing fails. Four things are asked about: the hub that most rely on
(`largest`), the end of a chain a fifth of all edges long (`chain`), a member of many joined rings (`cycle`), and one
that few rely on (`small`). Every answer is compared with that of a plain dictionary walk.
"""
