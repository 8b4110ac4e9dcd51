import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { pairOf, principals } from '@paygate/contracts';

/** Key lists for the environment of services under test. */
export interface TestKeys {
  readonly MESSAGE_KEYS: string;
  readonly MESSAGE_PUBLIC_KEYS: string;
  readonly MESSAGE_PRIVATE_KEYS: string;
  readonly SEAL_KEYS: string;
}

/** Fresh keys for all principals, and for all pairs of them. */
export function testKeys(): TestKeys {
  const listOf = (keyOf: (index: number) => string, owners: readonly string[] = principals): string =>
    owners.map((owner, index) => `${owner}:k1:${keyOf(index)}`).join(',');
  const keyPairs = principals.map(() => testKeyPair());
  const pairs = principals.flatMap((one, index) => principals.slice(index + 1).map((other) => pairOf(one, other)));
  const secretKey = (): string => randomBytes(32).toString('base64');
  return {
    MESSAGE_KEYS: listOf(secretKey, [...principals, ...pairs]),
    MESSAGE_PUBLIC_KEYS: listOf((index) => keyPairs[index]?.publicKey ?? ''),
    MESSAGE_PRIVATE_KEYS: listOf((index) => keyPairs[index]?.privateKey ?? ''),
    SEAL_KEYS: listOf(secretKey, pairs),
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
