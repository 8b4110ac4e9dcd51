/** Rows as spreadsheets and editors leave them; each reader of statements runs the tables. */
export const blankRows: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['a space', ' '],
  ['spaces and a tab', '  \t '],
  ['as many separators as a row has', ',,,,,,'],
  ['one separator', ','],
  ['more separators than a row has', ',,,,,,,,,'],
  ['separators with spaces', ' , ,, ,,,\t'],
];

/** Rows that look empty, or nearly so, and are not. */
export const otherRows: readonly (readonly [string, string])[] = [
  ['a character', 'x'],
  ['a point', '.'],
  ['a dash among separators', ',,,-,,,'],
  ['a zero among separators', ',,,0,,,'],
  ['semicolons', ';;;;;;'],
  ['empty quotes', '"",,,,,,'],
  ['a no-break space', '\u00a0'],
  ['a byte order mark', '\ufeff'],
  ['a zero-width space', '\u200b'],
  ['a form feed', '\f'],
  ['NUL', '\0'],
  ['end of file of DOS', '\u001a'],
];
