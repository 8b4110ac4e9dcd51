/** A string, a mark, or a number or literal of JSON. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const INDENT = '  ';

/** The text of a member of the object in a JSON text, as it stands there; undefined when there is none. */
export function memberTextOf(text: string, name: string): string | undefined {
  const tokens = [...text.matchAll(TOKEN)];
  let depth = 0;
  for (const [place, [token]] of tokens.entries()) {
    const isName = depth === 1 && tokens[place + 1]?.[0] === ':' && token.startsWith('"');
    if (isName && JSON.parse(token) === name) return valueFrom(text, tokens.slice(place + 2));
    depth += stepOf(token);
  }
  return undefined;
}

function valueFrom(text: string, tokens: readonly RegExpExecArray[]): string | undefined {
  let depth = 0;
  for (const token of tokens) {
    depth += stepOf(token[0]);
    if (depth === 0) return text.slice(tokens[0]?.index, token.index + token[0].length);
  }
  return undefined;
}

function stepOf(token: string): number {
  if (token === '{' || token === '[') return 1;
  return token === '}' || token === ']' ? -1 : 0;
}

/** A JSON text with its members on lines of their own. Numbers, strings and the order of keys stay as they are written. */
export function indented(text: string): string {
  const tokens = Array.from(text.matchAll(TOKEN), ([token]) => token);
  let shown = '';
  let depth = 0;
  for (const [place, token] of tokens.entries()) {
    const [before, after] = [tokens[place - 1], tokens[place + 1]];
    const step = stepOf(token);
    if (step < 0) depth -= 1;
    if (step < 0 && stepOf(before ?? '') <= 0) shown += lineAt(depth);
    shown += token;
    if (step > 0) depth += 1;
    if ((step > 0 && stepOf(after ?? '') >= 0) || token === ',') shown += lineAt(depth);
    if (token === ':') shown += ' ';
  }
  return shown;
}

function lineAt(depth: number): string {
  return `\n${INDENT.repeat(depth)}`;
}
