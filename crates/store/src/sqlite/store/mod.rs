//! The contract of [`Store`], one file per subject: each method is handed to the module that knows
//! how.

mod access;
mod audit;
mod interactions;
mod log;
mod tasks;
mod threads;

use async_trait::async_trait;

use super::SqliteStore;
use crate::Store;

/// Runs a read on one of the readers and names the file if it turns out damaged.
macro_rules! read {
    ($store:ident, $function:path $(, $argument:expr)*) => {{
        let mut reader = $store.reader().await?;
        $function(&mut reader $(, $argument)*).await.map_err(|error| $store.located(error))
    }};
}
use read;

#[async_trait]
impl Store for SqliteStore {
    async fn broken(&self) {
        self.writer.sync_failed().await;
    }

    async fn close(&self) {
        // Readers first: the last connection to close is the one that may fold the log away.
        self.readers.close().await;
        self.writer.close().await;
    }
}
