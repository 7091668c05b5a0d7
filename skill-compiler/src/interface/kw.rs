//! Words of `interface!`.

syn::custom_keyword!(fields);
syn::custom_keyword!(messages);
syn::custom_keyword!(capacity);
syn::custom_keyword!(words);
syn::custom_keyword!(bits);
syn::custom_keyword!(max_age);
syn::custom_keyword!(flush);
syn::custom_keyword!(until);
