const OPERATOR = 'dist/tools/operator/main.js';
const DEAD_LETTERS = 'dist/libs/messaging/src/dead-letters.cli.js';

/** The program of an `operator` command and its arguments: `dead-letters` is a program of its own. */
export function operatorLine(words: readonly string[]): readonly string[] {
  const [command, ...others] = words;
  return command === 'dead-letters' ? [DEAD_LETTERS, ...others] : [OPERATOR, ...words];
}
