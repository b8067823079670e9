//! How much of what happens a caller may follow.

use domain::InteractionId;
use engine::{ChangedSubject, FeedItem};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Follows {
    Everything,
    /// This question and the settings it is shown by.
    Question(InteractionId),
}

impl Follows {
    pub(crate) fn sees(self, item: &FeedItem) -> bool {
        match self {
            Self::Everything => true,
            Self::Question(own) => match item {
                FeedItem::Change(change) => match &change.subject {
                    ChangedSubject::Interaction { id, .. } => *id == own,
                    ChangedSubject::Thread { .. } | ChangedSubject::Task { .. } => false,
                },
                FeedItem::Draft { id, .. } => *id == own,
                FeedItem::Presence(stored) => stored.outline.id == own,
                FeedItem::Settings => true,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::Surface;
    use domain::interaction::AnswerDraft;
    use engine::Change;

    use super::*;

    fn items_about(id: InteractionId) -> [FeedItem; 2] {
        let change = Change {
            seq: 1,
            event: "answered".into(),
            subject: ChangedSubject::Interaction { id, outline: None },
        };
        let draft = FeedItem::Draft {
            id,
            surface: Surface::Web,
            draft: AnswerDraft::default(),
        };
        [FeedItem::Change(change), draft]
    }

    #[test]
    fn follower_of_one_question_sees_no_items_about_others() {
        let [own, other] = [1, 2].map(|byte| InteractionId::from_random([byte; 16]));
        let handed = Follows::Question(own);
        assert!(items_about(own).iter().all(|item| handed.sees(item)));
        assert!(!items_about(other).iter().any(|item| handed.sees(item)));
        assert!(handed.sees(&FeedItem::Settings));
        let all = items_about(other);
        assert!(all.iter().all(|item| Follows::Everything.sees(item)));
    }
}
