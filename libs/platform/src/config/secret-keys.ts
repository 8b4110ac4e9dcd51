import type { KeyObject } from 'node:crypto';
import { createSecretKey } from 'node:crypto';
import type { Secret } from './secret.js';

/** Keys of 32 bytes: the first is in use, the others are still accepted. */
export type SecretKeys = readonly [KeyObject, ...(readonly KeyObject[])];

/** Reads a list that `Are32Bytes` accepts. */
export function secretKeysOf(list: Secret): SecretKeys {
  const [first = Buffer.alloc(0), ...others] = list
    .reveal()
    .split(',')
    .map((text) => Buffer.from(text.trim(), 'base64'));
  return [createSecretKey(first), ...others.map((bytes) => createSecretKey(bytes))];
}
