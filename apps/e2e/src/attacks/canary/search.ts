import type { Secret, Spelling } from './spellings.js';
import { patternsOf, spellings } from './spellings.js';

/** One line of a log, one row, one record, one key, the metrics of a process, or spans that were sent together. */
export interface Piece {
  readonly store: 'log' | 'table' | 'topic' | 'redis' | 'metric' | 'trace';
  /** File, table, topic, key or process. */
  readonly place: string;
  readonly text: string;
}

export interface Sighting {
  readonly secret: string;
  readonly spelling: Spelling;
  readonly store: Piece['store'];
  readonly place: string;
}

export interface Found {
  readonly sightings: readonly Sighting[];
  /** The number of pieces searched, by store. */
  readonly pieces: ReadonlyMap<Piece['store'], number>;
}

/** Every place of each secret, in any encoding; a place is listed once for each. */
export async function search(pieces: AsyncIterable<Piece>, secrets: readonly Secret[]): Promise<Found> {
  const wanted = secrets.flatMap(({ name, value }) => {
    const patterns = patternsOf(value);
    return spellings.map((spelling) => ({ secret: name, spelling, pattern: patterns[spelling] }));
  });
  const seen = new Map<Piece['store'], number>();
  const sightings = new Map<string, Sighting>();
  for await (const { store, place, text } of pieces) {
    seen.set(store, (seen.get(store) ?? 0) + 1);
    for (const { secret, spelling, pattern } of wanted) {
      if (pattern.test(text))
        sightings.set(`${secret} ${spelling} ${store} ${place}`, { secret, spelling, store, place });
    }
  }
  return { sightings: [...sightings.values()], pieces: seen };
}
