"""A NAO with contact physics (MuJoCo) that speaks LoLA, and the search for its motions."""
