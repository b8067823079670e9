//! What the questions of tasks add to a description: a tool call, the fields of a form.

use domain::display::display_safe_lines;
use domain::interaction::permission::LineChange;
use i18n::{Key, catalogue};
use protocol::{AskerResult, FieldOption, FieldValue, FieldValues, FieldView, ToolLine, ToolView};

use crate::text::{language, say, tell};

/// The tool call of a permission, part by part.
pub(crate) fn tool(tool: &ToolView) -> Vec<String> {
    let kind = tool.shown(&tool.kind);
    let mut lines = vec![tell(Key::ToolKind, &[("kind", kind.into())])];
    lines.extend(tool.lines().into_iter().map(tool_line));
    lines
}

fn tool_line(line: ToolLine<'_>) -> String {
    match line {
        ToolLine::Heading(part) => say(part.into()),
        ToolLine::Text(text) | ToolLine::Path(text) => format!("  {text}"),
        ToolLine::File {
            path,
            is_new,
            added,
            removed,
        } => {
            let new = is_new.then(|| format!("{}, ", say(Key::ToolNewFile)));
            let changed = catalogue(language()).lines_changed(added, removed);
            format!("  {path} ({}{changed})", new.unwrap_or_default())
        }
        ToolLine::Hunk {
            old_start,
            new_start,
        } => format!("  @@ -{old_start} +{new_start} @@"),
        ToolLine::Changed { change, text } => {
            let sign = match change {
                LineChange::Same => ' ',
                LineChange::Added => '+',
                LineChange::Removed => '-',
            };
            format!("  {sign}{text}")
        }
        ToolLine::Cut(cut) => format!("  {}", catalogue(language()).cut(cut)),
        ToolLine::NoDetails => say(Key::ToolNoDetails),
    }
}

/// The fields of a form: name, title, what it takes, what it holds.
pub(crate) fn fields(fields: &[FieldView], result: Option<&AskerResult>) -> Vec<String> {
    let given = match result {
        Some(AskerResult::Form(form)) => Some(&form.fields),
        Some(
            AskerResult::Choice(_)
            | AskerResult::Request(_)
            | AskerResult::Approval(_)
            | AskerResult::Reply(_)
            | AskerResult::Permission(_),
        )
        | None => None,
    };
    fields.iter().flat_map(|view| field(view, given)).collect()
}

fn field(view: &FieldView, given: Option<&FieldValues>) -> Vec<String> {
    let mut line = format!("  {}", view.shown(&view.name));
    if view.title != view.name {
        line.push_str(": ");
        line.push_str(view.shown(&view.title));
    }
    let required = view.required.then(|| say(Key::FormRequired));
    let hint = catalogue(language()).field_hint(&view.kind);
    let about = [Some(hint), required].into_iter().flatten();
    line.push_str(&format!(" ({})", about.collect::<Vec<_>>().join(", ")));
    let value = match given {
        Some(given) => given.get(&view.name),
        None => view.default.as_ref(),
    };
    if let Some(value) = value {
        line.push_str(&format!(" = {}", value_in_words(view, value)));
    }
    let mut lines = vec![line];
    lines.extend(
        view.description
            .iter()
            .map(|text| indented(view.shown(text))),
    );
    let options = view.options().iter();
    lines.extend(options.map(|option| field_option(view, option)));
    lines
}

fn field_option(view: &FieldView, option: &FieldOption) -> String {
    let mut line = format!("      {}", view.shown(&option.value));
    if option.label() != option.value {
        line.push_str(": ");
        line.push_str(view.shown(option.label()));
    }
    if let Some(description) = &option.description {
        line.push('\n');
        line.push_str(&indented(view.shown(description)));
    }
    line
}

fn value_in_words(view: &FieldView, value: &FieldValue) -> String {
    let words = view.in_words(value);
    let words = catalogue(language()).field_value(value, words);
    display_safe_lines(&words).replace('\n', "\n        ")
}

fn indented(text: &str) -> String {
    format!("        {}", text.replace('\n', "\n        "))
}
