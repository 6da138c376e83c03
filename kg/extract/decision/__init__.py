"""Which of the statements that the grammar proposes hold: features, integer weights, a calibrated confidence."""
