//! The catalogues agree with each other, and every message in them is used somewhere.

use std::collections::BTreeMap;

use anyhow::{Context, Result};

use super::{SourceFile, is_word};

const REFERENCE: &str = "locales/en.ftl";

/// Families of messages whose id is put together at run time from a code of the domain or a
/// setting's name. The code must then build it as `"prefix-{…`, the portal as `` `prefix-${… ``
/// `named('prefix', …)` or `nameOf('prefix', …)`.
const DYNAMIC: &[&str] = &[
    "asker-",
    "delivery-",
    "event-",
    "hint-",
    "interface-",
    "problem-",
    "setting-",
    "status-",
    "surface-",
    "web-export-",
    "web-filter-",
];

pub(super) fn check(files: &[SourceFile]) -> Result<Vec<String>> {
    let mut locales: BTreeMap<&str, &str> = files
        .iter()
        .filter(|file| file.path.starts_with("locales/") && file.path.ends_with(".ftl"))
        .map(|file| (file.path.as_str(), file.text.as_str()))
        .collect();
    let reference = locales
        .remove(REFERENCE)
        .with_context(|| format!("{REFERENCE} is missing"))?;
    let mut ordered = vec![(REFERENCE, reference)];
    ordered.extend(locales);
    let mut problems = i18n::check(&ordered);
    problems.extend(unknown_catalogues(ordered.iter().map(|(path, _)| *path)));
    let code: Vec<&str> = files
        .iter()
        .filter(|file| may_use_messages(&file.path))
        .map(|file| file.text.as_str())
        .collect();
    for key in i18n::Key::ALL {
        if !is_used(key.id(), &format!("{key:?}"), &code) {
            problems.push(format!("{REFERENCE}: {} is used nowhere", key.id()));
        }
    }
    Ok(problems)
}

/// A catalogue without a `Language` would be checked and never shown.
fn unknown_catalogues<'a>(paths: impl Iterator<Item = &'a str>) -> Vec<String> {
    let known = i18n::Language::ALL.map(|language| format!("locales/{}.ftl", language.as_str()));
    paths
        .filter(|path| !known.iter().any(|known| known == path))
        .map(|path| format!("{path}: no variant of i18n::Language shows it"))
        .collect()
}

fn may_use_messages(path: &str) -> bool {
    let rust = path.starts_with("crates/") && path.contains("/src/") && path.ends_with(".rs");
    let portal = path.starts_with("web/src/")
        && (path.ends_with(".ts") || path.ends_with(".svelte"))
        && !path.contains(".gen.");
    // The generated keys name all messages and use none.
    (rust && path != "crates/i18n/src/keys.gen.rs") || portal
}

fn is_used(id: &str, variant: &str, code: &[&str]) -> bool {
    let named = |text: &&str| {
        contains_whole(text, &format!("Key::{variant}"))
            || text.contains(&format!("\"{id}\""))
            || text.contains(&format!("'{id}'"))
    };
    let built = |prefix: &str| {
        code.iter().any(|text| {
            let family = prefix.trim_end_matches('-');
            text.contains(&format!("\"{prefix}{{"))
                || text.contains(&format!("`{prefix}${{"))
                || text.contains(&format!("named('{family}'"))
                || text.contains(&format!("nameOf('{family}'"))
        })
    };
    code.iter().any(named)
        || DYNAMIC
            .iter()
            .any(|prefix| id.starts_with(prefix) && built(prefix))
}

fn contains_whole(text: &str, name: &str) -> bool {
    text.match_indices(name)
        .any(|(at, _)| !text[at + name.len()..].bytes().next().is_some_and(is_word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_counts_as_used_by_key_by_id_or_by_a_built_prefix() {
        let used = |id, variant, code: &str| is_used(id, variant, &[code]);
        assert!(used("list-empty", "ListEmpty", "text(Key::ListEmpty)"));
        assert!(used("list-empty", "ListEmpty", "text(\"list-empty\")"));
        assert!(used(
            "status-timeout",
            "StatusTimeout",
            "format!(\"status-{code}\")"
        ));
        assert!(used("list-empty", "ListEmpty", "{t('list-empty')}"));
        assert!(used(
            "event-asked",
            "EventAsked",
            "named('event', event.kind)"
        ));
        assert!(!used("list-empty", "ListEmpty", "text(Key::ListEmptyHint)"));
        assert!(!used(
            "status-timeout",
            "StatusTimeout",
            "text(\"other-{code}\")"
        ));
        assert!(!used("list-empty", "ListEmpty", "format!(\"list-{code}\")"));
    }

    #[test]
    fn catalogue_without_a_language_is_named() {
        assert_eq!(
            unknown_catalogues(["locales/en.ftl", "locales/xx.ftl"].into_iter()),
            ["locales/xx.ftl: no variant of i18n::Language shows it"]
        );
    }

    #[test]
    fn i18n_crate_does_not_count_as_a_user_of_messages() {
        assert!(may_use_messages("crates/cli/src/list.rs"));
        assert!(!may_use_messages("crates/i18n/src/keys.gen.rs"));
        assert!(!may_use_messages("crates/cli/tests/it.rs"));
        assert!(may_use_messages("web/src/app/Help.svelte"));
        assert!(!may_use_messages("web/src/lib/keys.gen.ts"));
    }
}
