"""Dataset to model: snapshot, fit, measure, gate, promote or block."""
