const COLOUR = /light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/;

/** A style sheet of one rule, of whose colours each has a line, with a second rule for dark devices in place of `light-dark()`. */
export function twoThemes(css: string): string {
  const lines = css.split('\n');
  const dark = lines.filter((line) => COLOUR.test(line)).map((line) => line.replace(COLOUR, '$2'));
  const light = lines.map((line) => line.replace(COLOUR, '$1'));
  return `${light.join('\n')}@media (prefers-color-scheme: dark) {\n:root {\n${dark.join('\n')}\n}\n}\n`;
}
