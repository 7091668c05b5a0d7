//! As many nested states as possible.
#![deny(warnings)]

use skill_runtime::skill;
skill! {
    pub skill Probe() {
        start state S0 {
            start state S1 {
                start state S2 {
                    start state S3 {
                        start state S4 {
                            start state S5 {
                                start state S6 {
                                    start state S7 {
                                        start state S8 {
                                            start state S9 {
                                                start state S10 {
                                                    start state S11 {
                                                        start state S12 {
                                                            start state S13 {
                                                                start state S14 {
                                                                    start state S15 {
                                                                        start state S16 {
                                                                            start state S17 {
                                                                                start state S18 {
                                                                                    start state S19 {
                                                                                        start state S20 {
                                                                                            start state S21 {
                                                                                                start state S22 {
                                                                                                    start state S23 {
                                                                                                        start state S24 {
                                                                                                            start state S25 {
                                                                                                                start state S26 {
                                                                                                                    start state S27 {
                                                                                                                        start state S28 {
                                                                                                                            start state S29 {
                                                                                                                                start state S30 {
                                                                                                                                    start state S31 {
                                                                                                                                        start state S32 {
                                                                                                                                            start state S33 {
                                                                                                                                                start state S34 {
                                                                                                                                                    start state S35 {
                                                                                                                                                        start state S36 {
                                                                                                                                                            start state S37 {
                                                                                                                                                                start state S38 {
                                                                                                                                                                    start state S39 {
                                                                                                                                                                        start state S40 {
                                                                                                                                                                            start state S41 {
                                                                                                                                                                                start state S42 {
                                                                                                                                                                                    start state S43 {
                                                                                                                                                                                        start state S44 {
                                                                                                                                                                                            start state S45 {
                                                                                                                                                                                                start state S46 {
                                                                                                                                                                                                    start state S47 {
                                                                                                                                                                                                        start state S48 {
                                                                                                                                                                                                            start state S49 {
                                                                                                                                                                                                                start state S50 {
                                                                                                                                                                                                                    start state S51 {
                                                                                                                                                                                                                        start state S52 {
                                                                                                                                                                                                                            start state S53 {
                                                                                                                                                                                                                                start state S54 {
                                                                                                                                                                                                                                    start state S55 {
                                                                                                                                                                                                                                        start state S56 {
                                                                                                                                                                                                                                            start state S57 {
                                                                                                                                                                                                                                                start state S58 {
                                                                                                                                                                                                                                                    start state S59 {
                                                                                                                                                                                                                                                        start state S60 {
                                                                                                                                                                                                                                                            start state S61 {
                                                                                                                                                                                                                                                                start state S62 {
                                                                                                                                                                                                                                                                    start state S63 {
                                                                                                                                                                                                                                                                        -> FINAL
                                                                                                                                                                                                                                                                            after 1s;
                                                                                                                                                                                                                                                                    }
                                                                                                                                                                                                                                                                }
                                                                                                                                                                                                                                                            }
                                                                                                                                                                                                                                                        }
                                                                                                                                                                                                                                                    }
                                                                                                                                                                                                                                                }
                                                                                                                                                                                                                                            }
                                                                                                                                                                                                                                        }
                                                                                                                                                                                                                                    }
                                                                                                                                                                                                                                }
                                                                                                                                                                                                                            }
                                                                                                                                                                                                                        }
                                                                                                                                                                                                                    }
                                                                                                                                                                                                                }
                                                                                                                                                                                                            }
                                                                                                                                                                                                        }
                                                                                                                                                                                                    }
                                                                                                                                                                                                }
                                                                                                                                                                                            }
                                                                                                                                                                                        }
                                                                                                                                                                                    }
                                                                                                                                                                                }
                                                                                                                                                                            }
                                                                                                                                                                        }
                                                                                                                                                                    }
                                                                                                                                                                }
                                                                                                                                                            }
                                                                                                                                                        }
                                                                                                                                                    }
                                                                                                                                                }
                                                                                                                                            }
                                                                                                                                        }
                                                                                                                                    }
                                                                                                                                }
                                                                                                                            }
                                                                                                                        }
                                                                                                                    }
                                                                                                                }
                                                                                                            }
                                                                                                        }
                                                                                                    }
                                                                                                }
                                                                                            }
                                                                                        }
                                                                                    }
                                                                                }
                                                                            }
                                                                        }
                                                                    }
                                                                }
                                                            }
                                                        }
                                                    }
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
