import { METADATA_MAX_BYTES, METADATA_MAX_DEPTH, METADATA_MAX_KEYS } from '@paygate/contracts';
import { PaygateError } from '@paygate/platform';

/** A body and its metadata, apart. */
export interface ScannedBody {
  /** The body with `{}` in the place of the metadata: JSON of bounded depth without duplicate keys. */
  readonly text: string;
  /** The metadata as its author wrote it, when it is an object. */
  readonly metadata?: string;
  /** The fault of metadata that cannot be accepted, in words that follow its name: `is nested deeper than 8 levels`. */
  readonly metadataFault?: string;
}

/** The limits of the part that is being scanned. `refuse` takes words that follow the name of the part. */
interface Limits {
  readonly maxDepth: number;
  readonly refuse: (detail: string) => never;
}

/** No body of the API is nested deeper, except in its metadata. */
const BODY_MAX_DEPTH = 8;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const LITERALS = ['true', 'false', 'null'] as const;

class MetadataFault extends Error {}

const ofBody: Limits = { maxDepth: BODY_MAX_DEPTH, refuse: refuseBody };
const ofMetadata: Limits = {
  maxDepth: METADATA_MAX_DEPTH,
  refuse: (detail) => {
    throw new MetadataFault(detail);
  },
};

function refuseBody(detail: string): never {
  throw new PaygateError('json_invalid', { detail: `The body ${detail}.` });
}

/**
 * Checks a request body before it is parsed: its grammar (RFC 8259), its depth, and that no object has a key twice, because of
 * two keys some parsers use the first and others the last. Finds the metadata. Throws `json_invalid`; a fault of metadata that
 * is valid JSON is returned with the rest of the body.
 */
export function scanJson(text: string): ScannedBody {
  return new Scanner(text).body();
}

class Scanner {
  #at = 0;
  #metadata: { readonly from: number; readonly to: number; readonly fault?: string } | undefined;

  constructor(private readonly text: string) {}

  body(): ScannedBody {
    this.#space();
    this.#value(1, ofBody);
    this.#space();
    if (this.#at < this.text.length) this.#unexpected();
    if (this.#metadata === undefined) return { text: this.text };
    const { from, to, fault } = this.#metadata;
    const metadata = this.text.slice(from, to);
    const text = `${this.text.slice(0, from)}{}${this.text.slice(to)}`;
    const isTooLong = Buffer.byteLength(metadata) > METADATA_MAX_BYTES;
    const metadataFault = fault ?? (isTooLong ? `is longer than ${METADATA_MAX_BYTES} bytes` : undefined);
    return { text, metadata, ...(metadataFault === undefined ? {} : { metadataFault }) };
  }

  #value(depth: number, limits: Limits): void {
    const first = this.text[this.#at];
    if (first === '"') this.#string();
    else if (first === '{') this.#object(depth, limits);
    else if (first === '[') this.#array(depth, limits);
    else if (first === '-' || (first !== undefined && first >= '0' && first <= '9')) this.#match(NUMBER);
    else this.#literal();
  }

  #object(depth: number, limits: Limits): number {
    this.#enter(depth, limits);
    const names = new Set<string>();
    if (this.#closes('}')) return 0;
    do {
      this.#space();
      const name = this.#name();
      if (names.has(name)) limits.refuse(`names the key ${JSON.stringify(name.slice(0, 64))} twice in one object`);
      names.add(name);
      this.#space();
      this.#expect(':');
      this.#space();
      if (depth === 1 && limits === ofBody && name === 'metadata' && this.text[this.#at] === '{') this.#takeMetadata();
      else this.#value(depth + 1, limits);
      this.#space();
    } while (this.#follows(','));
    this.#expect('}');
    return names.size;
  }

  #takeMetadata(): void {
    const from = this.#at;
    try {
      const keys = this.#object(1, ofMetadata);
      if (keys > METADATA_MAX_KEYS) ofMetadata.refuse(`has more than ${METADATA_MAX_KEYS} keys`);
      this.#metadata = { from, to: this.#at };
    } catch (error) {
      if (!(error instanceof MetadataFault)) throw error;
      this.#at = this.#endOfMetadata(from);
      this.#metadata = { from, to: this.#at, fault: error.message };
    }
  }

  /** The end of an object of any depth, found without recursion. */
  #endOfMetadata(from: number): number {
    let depth = 0;
    this.#at = from;
    do {
      const character = this.text[this.#at];
      if (character === '"') this.#string();
      else {
        if (character === '{' || character === '[') depth += 1;
        if (character === '}' || character === ']') depth -= 1;
        this.#at += 1;
      }
    } while (depth > 0 && this.#at < this.text.length);
    if (!isJson(this.text.slice(from, this.#at))) refuseBody('is not valid JSON in its metadata');
    return this.#at;
  }

  #array(depth: number, limits: Limits): void {
    this.#enter(depth, limits);
    if (this.#closes(']')) return;
    do {
      this.#space();
      this.#value(depth + 1, limits);
      this.#space();
    } while (this.#follows(','));
    this.#expect(']');
  }

  #enter(depth: number, limits: Limits): void {
    if (depth > limits.maxDepth) limits.refuse(`is nested deeper than ${limits.maxDepth} levels`);
    this.#at += 1;
  }

  #closes(end: '}' | ']'): boolean {
    this.#space();
    return this.#follows(end);
  }

  /** A key, unescaped, so that two spellings of one name are equal. */
  #name(): string {
    const from = this.#at;
    const escaped = this.#string();
    const inside = this.text.slice(from + 1, this.#at - 1);
    return escaped ? (JSON.parse(`"${inside}"`) as string) : inside;
  }

  /** Returns whether the string contains an escape. */
  #string(): boolean {
    this.#expect('"');
    let escaped = false;
    for (;;) {
      const code = this.text.charCodeAt(this.#at);
      if (code === 0x22) break;
      if (code === 0x5c) {
        this.#match(ESCAPE);
        escaped = true;
        // NaN, the end of the text, is not above either
      } else if (code >= 0x20) this.#at += 1;
      else this.#unexpected();
    }
    this.#at += 1;
    return escaped;
  }

  #literal(): void {
    const literal = LITERALS.find((word) => this.text.startsWith(word, this.#at));
    if (literal === undefined) this.#unexpected();
    else this.#at += literal.length;
  }

  #match(pattern: RegExp): void {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.text)) this.#unexpected();
    this.#at = pattern.lastIndex;
  }

  #space(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.#at += 1;
    }
  }

  #follows(character: string): boolean {
    if (this.text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #expect(character: string): void {
    if (!this.#follows(character)) this.#unexpected();
  }

  #unexpected(): never {
    const where = this.#at < this.text.length ? `at character ${this.#at + 1}` : 'at its end';
    return refuseBody(`is not valid JSON ${where}`);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
