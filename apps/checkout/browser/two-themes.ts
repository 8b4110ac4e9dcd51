const COLOUR = /light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/;

/**
 * A style sheet without `light-dark()`, which older browsers lack: its rule with the light colours, and a rule of the dark colours for dark
 * devices. Each colour of the given rule stands on a line of its own.
 */
export function twoThemes(css: string): string {
  const lines = css.split('\n');
  const dark = lines.filter((line) => COLOUR.test(line)).map((line) => line.replace(COLOUR, '$2'));
  const light = lines.map((line) => line.replace(COLOUR, '$1'));
  return `${light.join('\n')}@media (prefers-color-scheme: dark) {\n:root {\n${dark.join('\n')}\n}\n}\n`;
}
