/** Two ways to write one password, which keyboards and systems differ in: `[what, one, other]`. */
export const samePasswords: readonly (readonly [string, string, string])[] = [
  ['letters with accents', 'caf\u00e9 noir', 'cafe\u0301 noir'],
  ['two accents in another order', 'q\u0323\u0307 and q', 'q\u0307\u0323 and q'],
  ['the Angstrom sign', '\u00c5ngstr\u00f6m', '\u212bngstro\u0308m'],
  ['spaces', 'one two three', 'one\u00a0two\u2003three'],
  ['Hangul', '\ud55c\uae00 password', '\u1112\u1161\u11ab\u1100\u1173\u11af password'],
];

/** Two passwords that look alike: `[what differs, one, other]`. */
export const differentPasswords: readonly (readonly [string, string, string])[] = [
  ['the case', 'Caf\u00e9 noir', 'caf\u00e9 noir'],
  ['letters that look alike', 'paypal one', 'p\u0430ypal one'],
  ['compatible letters', 'fi password', '\ufb01 password'],
  ['digits of another width', 'pass 1234', 'pass \uff11234'],
  ['an invisible mark', 'password one', 'pass\u200bword one'],
  ['a blank at the end', 'password one', 'password one '],
];

/** Passwords whose form a new one may have; each place that takes one runs the tables. */
export const passwords: readonly string[] = [
  'correct horse battery staple',
  '12345678',
  '        ',
  'p\u00e4ssw\u00f6rd',
  '\u5bc6\u7801\u5bc6\u7801\u5bc6\u7801\u5bc6\u7801',
  '\u{1F511}'.repeat(8),
  "'; DROP TABLE app_user;--",
  'tab\tand\nline',
  'x'.repeat(256),
];

/** Texts that are no new password: too short, too long, or no text that can be stored. */
export const otherPasswords: readonly string[] = [
  '',
  'short12',
  '\u{1F511}'.repeat(7),
  'x'.repeat(257),
  'x'.repeat(100_000),
  'null\u0000null',
  'half \ud83d of a sign',
];
