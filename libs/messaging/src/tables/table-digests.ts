import { hash } from 'node:crypto';
import { TABLE_SHARDS } from '@paygate/contracts';

export function everyShard(): Set<number> {
  return new Set(Array.from({ length: TABLE_SHARDS }, (_, shard) => shard));
}

export function shardOf(key: string): number {
  return hash('sha256', key, 'buffer').readUInt8(0) % TABLE_SHARDS;
}

/** Keys and versions of a table's rows, digested by shard, the same in whatever order they are added. */
export class TableDigests {
  readonly #shards = new Map<number, (readonly [key: string, version: number])[]>();

  add(key: string, version: number): void {
    const shard = shardOf(key);
    const rows = this.#shards.get(shard) ?? [];
    rows.push([key, version]);
    this.#shards.set(shard, rows);
  }

  /** SHA-256, base64url: nobody finds other rows with the same one. */
  of(shard: number): string {
    const rows = (this.#shards.get(shard) ?? []).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return hash('sha256', JSON.stringify(rows), 'base64url');
  }
}
