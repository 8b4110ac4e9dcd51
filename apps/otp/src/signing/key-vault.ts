import type { KeyObject } from 'node:crypto';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Sealer, sha256Base64url } from '@paygate/platform';
import type { StoredSigningKey } from './signing-keys.repository.js';

const SEAL_CONTEXT = 'otp.signing-key';

/** Makes key pairs and opens their private halves, which lie sealed everywhere else. */
@Injectable()
export class KeyVault {
  constructor(private readonly sealer: Sealer) {}

  /** A new P-256 pair. Its id is the thumbprint of RFC 7638. */
  generate(notBefore: Date, signsFrom: Date): StoredSigningKey {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { crv, kty, x, y } = publicKey.export({ format: 'jwk' });
    const publicJwk = JSON.stringify({ crv, kty, x, y }); // the members of the thumbprint, in its order
    const secret = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    const sealedPrivateKey = this.sealer.seal('otp', secret, SEAL_CONTEXT);
    const kid = sha256Base64url(publicJwk);
    return { kid, version: 1, publicJwk, notBefore, signsFrom, notAfter: null, sealedPrivateKey };
  }

  privateKeyOf({ sealedPrivateKey }: StoredSigningKey): KeyObject {
    return createPrivateKey(this.sealer.open(sealedPrivateKey, SEAL_CONTEXT));
  }
}
