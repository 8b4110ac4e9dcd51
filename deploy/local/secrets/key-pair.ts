import { createPrivateKey, createPublicKey } from 'node:crypto';

/** The bytes before the 32 of an Ed25519 key in DER (RFC 8410). */
const PRIVATE_KEY_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const KEY_BYTES = 32;

/** The public key of a private key of Ed25519: the base64 of 32 bytes each. */
export function publicKeyOf(privateKey: string): string {
  const der = Buffer.concat([PRIVATE_KEY_PREFIX, Buffer.from(privateKey, 'base64')]);
  const key = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
  return key.export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES).toString('base64');
}
