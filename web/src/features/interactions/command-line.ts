// A command as one line that a shell would read the same way.
import type { ActionView } from '../../lib/protocol.gen';
import { shownText } from './action-folds';

const PLAIN = /^[\w@%+=:,./-]+$/;

export function commandLine(action: ActionView): string {
  return action.argv.map((argument) => quoted(shownText(action, argument))).join(' ');
}

function quoted(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
