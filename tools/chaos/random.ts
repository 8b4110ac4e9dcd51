import { createHash } from 'node:crypto';

/** Random numbers from a seed: the same seed and name give the same numbers, independent of other draws. */
export class Random {
  readonly #seed: string;
  #drawn = 0;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** An independent sequence with a name. */
  of(name: string): Random {
    return new Random(`${this.#seed}/${name}`);
  }

  /** At least 0, below 1. */
  next(): number {
    this.#drawn += 1;
    const digest = createHash('sha256').update(`${this.#seed}#${this.#drawn}`).digest();
    return digest.readUIntBE(0, 6) / 2 ** 48;
  }

  /** A whole number of the range, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  happens(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.between(0, items.length - 1)];
    if (item === undefined) throw new RangeError('there is nothing to pick from');
    return item;
  }

  shuffled<Item>(items: readonly Item[]): readonly Item[] {
    return items
      .map((item) => ({ item, rank: this.next() }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ item }) => item);
  }
}
