"""Documents to chunks: files, folders, standard input and JSON Lines."""
