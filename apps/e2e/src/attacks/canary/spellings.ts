import { Buffer } from 'node:buffer';

/** A value that must not be stored in the clear, with a name for reports. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

export const spellings = ['clear', 'JSON', 'URL-encoded', 'hex', 'base64'] as const;
export type Spelling = (typeof spellings)[number];

/** The digits of a one-time password: so few that they occur inside other numbers by chance. */
const CODE = /^[0-9]{6}$/;

/** Patterns that find a value in any encoding. */
export function patternsOf(value: string): Readonly<Record<Spelling, RegExp>> {
  const own = quoted(value);
  return {
    clear: CODE.test(value) ? new RegExp(`(?<![0-9A-Za-z._-])${own}(?![0-9A-Za-z])`) : new RegExp(own),
    JSON: new RegExp(escapedAll(value), 'i'),
    'URL-encoded': new RegExp(quoted(percentAll(value)), 'i'),
    hex: new RegExp(Buffer.from(value).toString('hex'), 'i'),
    base64: new RegExp(base64Of(value).join('|')),
  };
}

/** The three alignments of a value in a longer text that was encoded as a whole, in both alphabets of RFC 4648. */
function base64Of(value: string): readonly string[] {
  return [0, 1, 2].map((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(value)]);
    // characters at the ends hold bits of the neighbouring bytes
    const first = Math.ceil((shift * 8) / 6);
    const end = Math.floor((bytes.length * 8) / 6);
    const inner = bytes.toString('base64').slice(first, end);
    return inner.replaceAll('+', '[+-]').replaceAll('/', '[/_]');
  });
}

/** `\u0031`: JSON may escape any character, and an outer text may double the backslash. */
function escapedAll(value: string): string {
  return Array.from({ length: value.length }, (_, at) => value.charCodeAt(at).toString(16).padStart(4, '0'))
    .map((code) => String.raw`\\+u${code}`)
    .join('');
}

/** `%31`: a URL may escape any byte. */
function percentAll(value: string): string {
  return Buffer.from(value)
    .toString('hex')
    .replaceAll(/../g, (byte) => `%${byte}`);
}

function quoted(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}
