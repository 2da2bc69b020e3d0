"""Model versions: how good each is, why the gate let it through or not, retrain and roll back."""
