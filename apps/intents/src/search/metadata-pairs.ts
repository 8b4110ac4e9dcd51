import { hash } from 'node:crypto';
import type { MetadataPair } from '@paygate/contracts';
import { METADATA_FILTER_MAX_KEY_CHARACTERS, METADATA_FILTER_MAX_VALUE_CHARACTERS } from '@paygate/contracts';
import type { Order } from '../domain/intent.js';

type Owner = Pick<Order, 'merchantId' | 'mode'>;

/**
 * The hashes that a filtered list looks an intent up by: one for each pair at the top level of its metadata whose value is
 * text, and one for each such value. Two texts may share a hash, so {@link hasPairs} and {@link hasValue} compare them afterwards.
 */
export function metadataHashes(order: Owner & Pick<Order, 'metadata'>): readonly bigint[] {
  const pairs = [...topLevelOf(order.metadata)].flatMap(([key, value]) =>
    typeof value === 'string' && isFindable({ key, value }) ? [{ key, value }] : [],
  );
  const ofPairs = pairs.map((pair) => pairHash(order, pair));
  return [...new Set([...ofPairs, ...pairs.map(({ value }) => valueHash(order, value))])];
}

/** 64 bits of SHA-256 (FIPS 180-4) over owner, key and value, so that each merchant has hashes of its own. */
export function pairHash({ merchantId, mode }: Owner, { key, value }: MetadataPair): bigint {
  return hash('sha256', JSON.stringify([merchantId, mode, key, value]), 'buffer').readBigInt64BE();
}

/** The same over owner and value, whatever its key. */
export function valueHash({ merchantId, mode }: Owner, value: string): bigint {
  return hash('sha256', JSON.stringify([merchantId, mode, value]), 'buffer').readBigInt64BE();
}

/** True when a key at the top level of a metadata text has this value. */
export function hasValue(metadata: string, value: string): boolean {
  return [...topLevelOf(metadata).values()].includes(value);
}

/** The texts at the top level of a metadata text. */
export function metadataTexts(metadata: string): readonly string[] {
  return [...topLevelOf(metadata).values()].filter((value) => typeof value === 'string');
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
