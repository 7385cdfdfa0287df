"""Ratios that README shows, measured in one run."""
