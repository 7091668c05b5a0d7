//! Random changes of bytes, for tests.

use ros2_client::dds::rustdds::no_key::{DeserializerAdapter as _, SerializerAdapter as _};
use ros2_client::dds::rustdds::{
    CDRDeserializerAdapter, CDRSerializerAdapter, RepresentationIdentifier,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// Returns a generator of numbers below a bound, the same in each run.
pub fn random() -> impl FnMut(usize) -> usize {
    let mut bits = 0x2545_f491_4f6c_dd1d_u64;
    move |below| {
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        usize::try_from(bits >> 33).unwrap_or(0) % below.max(1)
    }
}

/// Truncates or extends bytes, or changes one of those from a place on.
pub fn change(bytes: &mut Vec<u8>, from: usize, random: &mut impl FnMut(usize) -> usize) {
    let end = bytes.len();
    match random(4) {
        0 => bytes.truncate(random(end)),
        1 => bytes.extend((0..random(9)).map(|_| 255)),
        _ if end > from => bytes[from + random(end - from)] = random(256).to_le_bytes()[0],
        _ => {}
    }
}

/// Changes the bytes of a message, which then is one, given to `take`, or an error.
pub fn are_messages_or_errors<T: Serialize + DeserializeOwned + Debug>(
    whole: &T,
    count: u32,
    mut take: impl FnMut(T),
) {
    let bytes = CDRSerializerAdapter::<T>::to_bytes(whole).unwrap();
    let read = |bytes: &[u8]| {
        CDRDeserializerAdapter::<T>::from_bytes(bytes, RepresentationIdentifier::CDR_LE)
    };
    assert_eq!(format!("{:?}", read(&bytes).unwrap()), format!("{whole:?}"));
    let (mut random, mut errors) = (random(), 0);
    for _ in 0..count {
        let mut bytes = bytes.to_vec();
        for _ in 0..=random(4) {
            change(&mut bytes, 0, &mut random);
        }
        match read(&bytes) {
            Ok(message) => take(message),
            Err(_) => errors += 1,
        }
    }
    assert!((count / 10..count).contains(&errors), "{errors} errors");
}
