import type { KeyObject } from 'node:crypto';
import type { Secret } from '@paygate/platform';
import { ConfigurationError, hmacSha256, secretKeysOf } from '@paygate/platform';

/** The index of one text under each key; the first is the one that is stored. */
export type Indexes = readonly [Buffer, ...(readonly Buffer[])];

/** Indexes between two bounds, both exclusive. */
export interface IndexRange {
  readonly after: Buffer;
  readonly before: Buffer;
}

const NAME_BYTES = 4;
const INDEX_BYTES = 32;

interface IndexKey {
  readonly key: KeyObject;
  /** The first bytes of the indexes under this key, so that a row shows which key it is indexed under. */
  readonly name: Buffer;
}

/** The keys of HMACs by which rows are found: rows are stored under the first and found under all. */
export class IndexKeys {
  readonly #keys: readonly [IndexKey, ...(readonly IndexKey[])];

  /** Reads the variable's list, which `Are32Bytes` accepts. Throws ConfigurationError. */
  constructor(variable: string, list: Secret) {
    const [first, ...others] = secretKeysOf(list);
    this.#keys = [named(first), ...others.map(named)];
    if (new Set(this.#keys.map(({ name }) => name.toString('hex'))).size < this.#keys.length)
      throw new ConfigurationError([`${variable} has a key more than once`]);
  }

  /** The key in use. */
  get first(): KeyObject {
    return this.#keys[0].key;
  }

  get all(): readonly KeyObject[] {
    return this.#keys.map(({ key }) => key);
  }

  /** The indexes of a text, 32 bytes each. */
  of(text: string): Indexes {
    const [first, ...others] = this.#keys;
    return [indexOf(first, text), ...others.map((key) => indexOf(key, text))];
  }

  /** The index ranges of rows that are not indexed under the key in use. */
  get notInUse(): readonly IndexRange[] {
    return rangesBetween([this.#keys[0].name]);
  }

  /** The index ranges of rows that are indexed under none of the keys. */
  get unknown(): readonly IndexRange[] {
    return rangesBetween(this.#keys.map(({ name }) => name));
  }
}

/** The least of the indexes: it is the same in every instance, whichever key is first there. */
export function leastIndex([first, ...others]: Indexes): Buffer {
  return others.reduce((least, index) => (index.compare(least) < 0 ? index : least), first);
}

function named(key: KeyObject): IndexKey {
  return { key, name: hmacSha256(key, 'name of the key').subarray(0, NAME_BYTES) };
}

function indexOf({ key, name }: IndexKey, text: string): Buffer {
  return Buffer.concat([name, hmacSha256(key, text)]).subarray(0, INDEX_BYTES);
}

function rangesBetween(names: readonly Buffer[]): readonly IndexRange[] {
  const sorted = names.toSorted((one, other) => one.compare(other));
  // longer than any index, so that it follows all that begin with the name
  const ends = sorted.map((name) => Buffer.concat([name, Buffer.alloc(INDEX_BYTES, 0xff)]));
  const afters = [Buffer.alloc(0), ...ends];
  const befores = [...sorted, Buffer.alloc(INDEX_BYTES + 1, 0xff)];
  return afters.flatMap((after, place) => {
    const before = befores[place];
    return before === undefined ? [] : [{ after, before }];
  });
}
