/** The tokens of a text that is JSON: strings, signs, and numbers and literals as they are written. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** A name and the canonical form of its value. */
type Member = readonly [name: string, value: string];

/**
 * A request body in a form in which equal requests have equal bytes. `text` has passed the scanner, so its depth is bounded and no object
 * has a name twice. Members stand in the order of their names, without white space; a string has one spelling, an array its order, and
 * a number its text. At the top level null is absent, and so is empty metadata: every operation with a stored key reads and stores
 * both alike. Nothing is interpreted: no default, trimming or normal form enters.
 */
export function canonicalJson(text: string): string {
  return new CanonicalReader(text).body();
}

/** Names are read as strings: JSON.parse of V8 may take an escaped name for one that it has read before (nodejs/node#63785). */
class CanonicalReader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = text.match(TOKEN) ?? [];
  }

  body(): string {
    if (this.#tokens[0] !== '{') return this.#value();
    return written(this.#members().filter(isAsked));
  }

  #value(): string {
    const token = this.#token();
    if (token === '{') return written(this.#members());
    if (token === '[') return `[${this.#inside(']', () => this.#value()).join(',')}]`;
    this.#at += 1;
    return token.startsWith('"') ? JSON.stringify(stringOf(token)) : token;
  }

  #members(): readonly Member[] {
    return this.#inside('}', () => {
      const name = stringOf(this.#token());
      this.#at += 2;
      return [name, this.#value()];
    });
  }

  #token(): string {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new Error('a body is digested after it was read');
    return token;
  }

  /** What stands between a sign that opens and `end`. */
  #inside<Part>(end: string, read: () => Part): readonly Part[] {
    const parts: Part[] = [];
    for (this.#at += 1; this.#tokens[this.#at] !== end;) {
      parts.push(read());
      if (this.#tokens[this.#at] === ',') this.#at += 1;
    }
    this.#at += 1;
    return parts;
  }
}

function stringOf(token: string): string {
  return JSON.parse(token) as string;
}

function isAsked([name, value]: Member): boolean {
  return value !== 'null' && !(name === 'metadata' && value === '{}');
}

function written(members: readonly Member[]): string {
  const inOrder = members.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${inOrder.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
}
