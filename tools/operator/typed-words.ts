import type { IdKind } from '@paygate/contracts';
import { idPrefixes, momentOf } from '@paygate/contracts';
import { isId } from '@paygate/platform';
import { BadUsage } from './bad-usage.js';

const ID_CHARACTERS = 26;

/** The time of a word of a command line, in UTC, in the forms that the API takes. Throws {@link BadUsage} for any other word. */
export function timeOf(text: string): string {
  const time = momentOf(text);
  if (time === undefined) throw new BadUsage(`"${text}" is not a time such as 2026-01-31T09:00:00Z`);
  return time.toISOString();
}

/** An id of a kind. Throws {@link BadUsage} with the flaw of any other word. */
export function idOf(kind: IdKind, text: string): string {
  if (isId(kind, text)) return text;
  throw new BadUsage(`"${text}" is not a ${kind} id: ${flawOf(text, `${idPrefixes[kind]}_`)}`);
}

function flawOf(text: string, prefix: string): string {
  if (!text.startsWith(prefix)) return `it does not begin with "${prefix}"`;
  const length = text.length - prefix.length;
  if (length !== ID_CHARACTERS) return `${length} characters follow "${prefix}", not ${ID_CHARACTERS}`;
  return `after "${prefix}" must come a digit from 0 to 7, then only digits and lower-case letters other than i, l, o and u`;
}
