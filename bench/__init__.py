"""Measurements: `python -m bench` for the times, `python -m bench.agreement N` for the proofs."""
