// The fields of a form: what they hold, what they take, what is wrong with them.
import { coded, t } from '../../lib/i18n.svelte';
import type {
  AnswerDraft,
  FieldKind,
  FieldValue,
  FieldView,
  Problem,
} from '../../lib/protocol.gen';
import { refused } from '../../lib/refused';
import { unreachable } from '../../lib/unreachable';

export type Fields = NonNullable<AnswerDraft['fields']>;

/** The fields after one of them was given this value; `null` empties it. */
export function withField(fields: Fields, name: string, value: FieldValue | null): Fields {
  const { [name]: _, ...others } = fields;
  return value === null ? others : { ...others, [name]: value };
}

/** What stands in a field that is typed into. */
export function typed(value: FieldValue | undefined): string {
  return value?.type === 'text' || value?.type === 'number' ? value.value : '';
}

/** The value that typing makes. */
export function fromText(kind: FieldKind, text: string): FieldValue | null {
  if (text === '') return null;
  return kind.type === 'number' ? { type: 'number', value: text } : { type: 'text', value: text };
}

export function isChosen(value: FieldValue | undefined, option: string): boolean {
  if (value?.type === 'several') return value.value.includes(option);
  return value?.type === 'text' && value.value === option;
}

/** The value after an option was clicked. */
export function clicked(
  kind: FieldKind,
  value: FieldValue | undefined,
  option: string,
): FieldValue | null {
  if (kind.type !== 'several') return { type: 'text', value: option };
  const before = value?.type === 'several' ? value.value : [];
  const after = before.includes(option)
    ? before.filter((other) => other !== option)
    : [...before, option];
  return after.length === 0 ? null : { type: 'several', value: after };
}

/** A text of a field as it may be shown. */
export function shownIn(field: FieldView, text: string): string {
  return field.shown?.[text] ?? text;
}

export function optionLabel(field: FieldView, option: { value: string; title: string }): string {
  return shownIn(field, option.title.trim() === '' ? option.value : option.title);
}

/** What is wrong with a field by the hub's word, in the person's language. */
export function problemOf(problems: Problem[], field: FieldView): string {
  const problem = problems.find((problem) => problem.field === `fields.${field.name}`);
  return problem ? refused(called(problem, [field])) : '';
}

/** The same problem, with the title that the person sees in place of the field's name. */
export function called(problem: Problem, fields: FieldView[]): Problem {
  const field = fields.find(({ name }) => problem.field === `fields.${name}`);
  if (!field || field.title.trim() === '') return problem;
  return { ...problem, args: { ...problem.args, name: shownIn(field, field.title) } };
}

/** What a field takes: `whole number, at least 1`. */
export function hint(kind: FieldKind): string {
  const parts = [coded('form-hint', word(kind)) ?? ''];
  const [min, max] = bounds(kind);
  if (min !== undefined) parts.push(t('form-at-least', { min: String(min) }));
  if (max !== undefined) parts.push(t('form-at-most', { max: String(max) }));
  return parts.join(', ');
}

function word(kind: FieldKind): string {
  if (kind.type === 'text') return kind.format ?? 'text';
  if (kind.type === 'number') return kind.integer ? 'integer' : 'number';
  return kind.type;
}

function bounds(kind: FieldKind): [string | number | undefined, string | number | undefined] {
  switch (kind.type) {
    case 'text':
      return [kind.min_chars, kind.max_chars];
    case 'number':
    case 'several':
      return [kind.min, kind.max];
    case 'boolean':
    case 'one':
      return [undefined, undefined];
    default:
      return unreachable(kind);
  }
}

/** A value as a person reads it. */
export function inWords(field: FieldView, value: FieldValue): string {
  const options = 'options' in field.kind ? field.kind.options : [];
  const title = (text: string) => {
    const option = options.find((option) => option.value === text);
    return option ? optionLabel(field, option) : text;
  };
  switch (value.type) {
    case 'text':
      return title(value.value);
    case 'number':
      return value.value;
    case 'boolean':
      return t(value.value ? 'form-yes' : 'form-no');
    case 'several':
      return value.value.map(title).join(', ');
    default:
      return unreachable(value);
  }
}
