import { generateKeyPairSync } from 'node:crypto';
import { sha256Base64url } from '../crypto/hmac.js';

/** A new P-256 key pair for ES256 (RFC 7518), named by its thumbprint (RFC 7638). */
export interface KeyPair {
  readonly kid: string;
  /** JWK of the public half, as JSON text. */
  readonly publicJwk: string;
  /** PKCS #8 in PEM form. */
  readonly privatePem: string;
}

export function generateKeyPair(): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { crv, kty, x, y } = publicKey.export({ format: 'jwk' });
  const kid = sha256Base64url(JSON.stringify({ crv, kty, x, y })); // the members of the thumbprint, in its order
  return {
    kid,
    publicJwk: JSON.stringify({ kty, crv, x, y, kid, alg: 'ES256', use: 'sig' }),
    privatePem: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  };
}
