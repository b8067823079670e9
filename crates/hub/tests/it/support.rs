//! What these tests share: the hub of `testkit`.

pub(crate) use testkit::hub::{JSON, Reply, TestHub, answer, fresh_id, question};
