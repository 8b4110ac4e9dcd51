/** Names of accounts and people as they are typed; each place that takes one runs the tables. */
export const names: readonly string[] = [
  'Boulangerie du Port',
  'Caf\u00e9 N\u00b0 1',
  'Cafe\u0301 en deux signes',
  '\u{1F35E} Pain',
  '\u5b57',
  "Chez l'Ami \u2013 \u00ab Le Bon \u00bb",
  'Ng\u00f4 B\u1ea3o Ch\u00e2u',
  '\u0645\u0631\u062d\u0628\u0627',
  "Robert'); DROP TABLE merchant;--",
  '<script>alert(1)</script>',
  '__proto__',
  'null',
  'Caf\u00e9 \u2764\uFE0F',
  'x'.repeat(120),
];

/** Texts that are no name: nothing that shows, several lines, or characters that nobody sees. */
export const otherNames: readonly string[] = [
  '',
  ' ',
  '\u3000',
  '\u200B',
  'Bou\ntique',
  'Bou\r\ntique',
  'a\u2028b',
  'a\u0085b',
  'tab\there',
  'a\u0000b',
  'Bou\u00ADtique',
  '\u202Eevil',
  '\u2066evil',
  '\u{1F469}\u200D\u{1F4BB}',
  'A\u{E0041}\u{E0042}',
  '\uFEFFBoutique',
  '\u{1B}[31mred',
  'x'.repeat(121),
];

/** Texts with letters that nobody sees: no name that is typed now, although some were taken before. */
export const invisibleNames: readonly string[] = [
  ...['\u034F', '\u115F', '\u1160', '\u17B4', '\u180B', '\u3164', '\uFE0F', '\uFFA0', '\u{E01EF}', '\u2800'],
  ...['Bou\u034Ftique', 'Boutique\u3164', '\uFFA0Boutique'],
];

/** Names that lead readers to a page; an account may not choose one. */
export const namesWithAddresses: readonly string[] = [
  'Pay at https://evil.example',
  'evil://x',
  'Visit WWW.evil.example',
  'Your prize: evil.example/win',
  'evil.example:8443/win',
  'caf\u00e9.example/\u00e7a',
];
