//! Ids from anywhere: what is not an id is refused, and an id reads back.

use domain::{AnswerId, InteractionId};
use proptest::prelude::*;

proptest! {
    #[test]
    fn an_id_reads_back_whatever_its_bits(bits: [u8; 16]) {
        let id = InteractionId::from_random(bits);
        prop_assert_eq!(id.to_string().parse(), Ok(id));
        let id = AnswerId::from_random(bits);
        prop_assert_eq!(id.to_string().parse(), Ok(id));
    }

    #[test]
    fn a_text_is_an_id_in_its_one_spelling_or_not_at_all(text in "\\PC*|[0-9a-fA-F+ ]{30,34}") {
        if let Ok(id) = text.parse::<InteractionId>() {
            prop_assert_eq!(id.to_string(), text);
        }
    }
}
