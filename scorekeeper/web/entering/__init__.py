"""Rounds while tables enter them: values that pages show and that programs send and receive."""
