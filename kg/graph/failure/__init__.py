"""What fails with what: states, single points of failure, circles."""
