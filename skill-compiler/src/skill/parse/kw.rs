//! The keywords of the language.

syn::custom_keyword!(skill);
syn::custom_keyword!(agent);
syn::custom_keyword!(depends_skills);
syn::custom_keyword!(depends_interfaces);
syn::custom_keyword!(vars);
syn::custom_keyword!(max_transitions);
syn::custom_keyword!(max_iterations);
syn::custom_keyword!(start);
syn::custom_keyword!(state);
syn::custom_keyword!(always);
syn::custom_keyword!(init);
syn::custom_keyword!(exit);
syn::custom_keyword!(precond);
syn::custom_keyword!(when);
syn::custom_keyword!(otherwise);
syn::custom_keyword!(after);
syn::custom_keyword!(on);
syn::custom_keyword!(ticks);
syn::custom_keyword!(action);
syn::custom_keyword!(max_age);
syn::custom_keyword!(continuous);
syn::custom_keyword!(flow);
syn::custom_keyword!(der);
syn::custom_keyword!(crossing);
syn::custom_keyword!(FINAL);
syn::custom_keyword!(FAILED);
