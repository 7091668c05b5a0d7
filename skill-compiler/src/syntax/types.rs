//! Types of the user.

use syn::{GenericArgument, PathArguments, Type};

/// `T` of `Option<T>`.
pub fn option_inner(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    match &last.arguments {
        PathArguments::AngleBracketed(list) if last.ident == "Option" => match list.args.first()? {
            GenericArgument::Type(inner) => Some(inner),
            _ => None,
        },
        _ => None,
    }
}
