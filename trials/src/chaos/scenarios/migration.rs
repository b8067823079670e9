//! A crash while the database is made or brought up to date leaves the old one or none.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use super::{Stage, work};
use crate::process::Place;
use xtask::process;

/// Makes a database of the first release that holds what the newest one does, and says what is in
/// a database: its version and its number of tables, indexes and triggers.
const PYTHON: &str = r"
import os, sqlite3, sys
path, first = sys.argv[1], sys.argv[2:]
# Columns of the first release that have another name by now.
RENAMED = {'interaction_id': 'subject_id'}
def names(db, kind):
    found = db.execute('SELECT name, sql FROM main.sqlite_schema WHERE type = ?', [kind])
    return {name: sql for name, sql in found if not name.startswith('sqlite_')}
if first:
    os.rename(path, path + '.newest')
    db = sqlite3.connect(path, isolation_level=None)
    db.execute('PRAGMA journal_mode = WAL')
    db.executescript('BEGIN;' + open(first[0]).read() + ';COMMIT')
    # What the first release counts; later ones may count more.
    counted = [row[0] for row in db.execute('SELECT name FROM counter')]
    triggers = names(db, 'trigger')
    for name in triggers:
        db.execute(f'DROP TRIGGER {name}')
    db.execute('ATTACH ? AS newest', [path + '.newest'])
    for table in names(db, 'table'):
        columns = [row[1] for row in db.execute(f'PRAGMA main.table_info({table})')]
        there = [row[1] for row in db.execute(f'PRAGMA newest.table_info({table})')]
        taken = ','.join(name if name in there else RENAMED[name] for name in columns)
        columns = ','.join(columns)
        db.execute(f'DELETE FROM main.{table}')
        db.execute(f'INSERT INTO main.{table} ({columns}) SELECT {taken} FROM newest.{table}')
    marks = ','.join('?' for _ in counted)
    db.execute(f'DELETE FROM main.counter WHERE name NOT IN ({marks})', counted)
    for sql in triggers.values():
        db.execute(sql)
    db.execute('DETACH newest')
    db.close()
    os.remove(path + '.newest')
db = sqlite3.connect(path)
print(db.execute('PRAGMA user_version').fetchone()[0],
      sum(len(names(db, kind)) for kind in ('table', 'index', 'trigger')))
";

pub(super) fn creating(stage: &Stage<'_>) -> Result<String> {
    let place = Place::made_in(stage.sayso, &stage.directory, "")?;
    for point in [
        "inside_migration:1",
        "inside_migration:2",
        "inside_creation:1",
    ] {
        if work::start_with(&place, point)?.is_some() {
            bail!("{point} was not passed");
        }
        ensure!(!place.database().exists(), "half a database after {point}");
    }
    let hub = place.started()?;
    work::some(&place, 4)?;
    work::require_sound(&place)?;
    hub.kill()?;
    Ok("3 crashes: no database under its name each time; the next start makes a whole one".into())
}

pub(super) fn upgrading(stage: &Stage<'_>) -> Result<String> {
    if !process::works(process::command("python3").args(["-c", "import sqlite3"])) {
        return Ok("not checked: making an old database needs python3 with sqlite3".into());
    }
    let place = Place::made_in(stage.sayso, &stage.directory, "")?;
    let hub = place.started()?;
    work::some(&place, 12)?;
    let before = work::contents(&place)?;
    hub.kill()?;
    let schema = |first: Option<&Path>| -> Result<String> {
        let mut python = process::command("python3");
        python
            .args(["-c", PYTHON])
            .arg(place.database())
            .args(first);
        Ok(process::stdout(&mut python)?.trim().to_owned())
    };
    let newest = schema(None)?;
    let first = stage
        .root
        .join("crates/store/migrations/sqlite/0001_first.sql");
    let old = schema(Some(&first))?;
    ensure!(old.starts_with("1 ") && old != newest, "{old}, {newest}");
    for _ in 0..3 {
        if work::start_with(&place, "inside_migration:1")?.is_some() {
            bail!("the migration was not passed");
        }
        ensure!(schema(None)? == old, "half a migration: {}", schema(None)?);
    }
    let hub = place.started()?;
    ensure!(
        work::contents(&place)? == before,
        "the migration changed data"
    );
    work::require_sound(&place)?;
    hub.kill()?;
    ensure!(schema(None)? == newest, "{} is not {newest}", schema(None)?);
    let version = newest.split(' ').next().context("no version")?;
    Ok(format!(
        "3 crashes: schema 1 whole each time; then schema {version} with the same 12 questions"
    ))
}
