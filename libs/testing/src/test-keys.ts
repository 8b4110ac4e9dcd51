import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { principals } from '@paygate/contracts';

/** Key lists for the environment of services under test. */
export interface TestKeys {
  readonly MESSAGE_KEYS: string;
  readonly MESSAGE_PUBLIC_KEYS: string;
  readonly MESSAGE_PRIVATE_KEYS: string;
  readonly SEAL_KEYS: string;
}

/** Fresh keys for all principals. */
export function testKeys(): TestKeys {
  const listOf = (keyOf: (index: number) => string): string =>
    principals.map((principal, index) => `${principal}:k1:${keyOf(index)}`).join(',');
  const pairs = principals.map(() => testKeyPair());
  return {
    MESSAGE_KEYS: listOf(() => randomBytes(32).toString('base64')),
    MESSAGE_PUBLIC_KEYS: listOf((index) => pairs[index]?.publicKey ?? ''),
    MESSAGE_PRIVATE_KEYS: listOf((index) => pairs[index]?.privateKey ?? ''),
    SEAL_KEYS: listOf(() => randomBytes(32).toString('base64')),
  };
}

/** A fresh key pair of Ed25519, each half as the base64 of its 32 bytes. */
export function testKeyPair(): { readonly publicKey: string; readonly privateKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const last32Bytes = (der: Buffer): string => der.subarray(-32).toString('base64');
  return {
    publicKey: last32Bytes(publicKey.export({ format: 'der', type: 'spki' })),
    privateKey: last32Bytes(privateKey.export({ format: 'der', type: 'pkcs8' })),
  };
}
