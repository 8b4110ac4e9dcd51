import { hash } from 'node:crypto';
import type { MetadataPair } from '@paygate/contracts';
import { METADATA_FILTER_MAX_KEY_CHARACTERS, METADATA_FILTER_MAX_VALUE_CHARACTERS } from '@paygate/contracts';
import type { Order } from '../domain/intent.js';

type Owner = Pick<Order, 'merchantId' | 'mode'>;

/**
 * The hashes that a filtered list looks an intent up by: one for each pair at the top level of its metadata whose value is
 * text. Two pairs may share a hash, so {@link hasPairs} compares the texts afterwards.
 */
export function pairHashes(order: Owner & Pick<Order, 'metadata'>): readonly bigint[] {
  const pairs = [...topLevelOf(order.metadata)].flatMap(([key, value]) =>
    typeof value === 'string' && isFindable({ key, value }) ? [{ key, value }] : [],
  );
  return [...new Set(pairs.map((pair) => pairHash(order, pair)))];
}

/** 64 bits of SHA-256 (FIPS 180-4) over owner, key and value, so that each merchant has hashes of its own. */
export function pairHash({ merchantId, mode }: Owner, { key, value }: MetadataPair): bigint {
  return hash('sha256', JSON.stringify([merchantId, mode, key, value]), 'buffer').readBigInt64BE();
}

/** True when a metadata text has all of these pairs at its top level. */
export function hasPairs(metadata: string, wanted: readonly MetadataPair[]): boolean {
  if (wanted.length === 0) return true;
  const topLevel = topLevelOf(metadata);
  return wanted.every(({ key, value }) => topLevel.get(key) === value);
}

/** A map, because of keys such as `__proto__`. The gateway accepts objects only. */
function topLevelOf(metadata: string): ReadonlyMap<string, unknown> {
  return metadata === '{}' ? new Map() : new Map(Object.entries(JSON.parse(metadata) as Record<string, unknown>));
}

/** Measured in code units, at most two to a character: it never leaves out a pair that a filter can name. */
function isFindable({ key, value }: MetadataPair): boolean {
  return (
    key.length <= 2 * METADATA_FILTER_MAX_KEY_CHARACTERS && value.length <= 2 * METADATA_FILTER_MAX_VALUE_CHARACTERS
  );
}
