//! Ids from anywhere: what is not an id is refused, and an id reads back.

use domain::{AnswerId, InteractionId};
use proptest::prelude::*;

proptest! {
    #[test]
    fn ids_parse_from_their_own_text_for_any_bits(bits: [u8; 16]) {
        let id = InteractionId::from_random(bits);
        prop_assert_eq!(id.to_string().parse(), Ok(id));
        let id = AnswerId::from_random(bits);
        prop_assert_eq!(id.to_string().parse(), Ok(id));
    }

    #[test]
    fn interaction_id_has_one_spelling_for_any_text_it_accepts(text in "\\PC*|[0-9a-fA-F+ ]{30,34}") {
        if let Ok(id) = text.parse::<InteractionId>() {
            prop_assert_eq!(id.to_string(), text);
        }
    }
}
