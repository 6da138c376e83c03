"""The cheapest paths: widest weakest step first, then fewest hops."""
