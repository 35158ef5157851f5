"""The pages of a club and of joining one."""
