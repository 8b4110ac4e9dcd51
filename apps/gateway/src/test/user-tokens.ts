import { generateKeyPairSync } from 'node:crypto';
import { userTokenKind } from '@paygate/contracts';
import { newId, TokenIssuer, uuidV7 } from '@paygate/platform';
import { userTokenKeyRows } from './bus-doubles.js';

/** Makes user tokens that gateways with doubles believe: their key is in the table. */
export class UserTokens {
  private readonly signing = { kid: newId('request'), ...generateKeyPairSync('ec', { namedCurve: 'prime256v1' }) };

  constructor(private readonly claims: { readonly sub: string; readonly azp: string }) {
    const { kid, publicKey } = this.signing;
    const publicJwk = JSON.stringify(publicKey.export({ format: 'jwk' }));
    userTokenKeyRows.put(kid, { kid, version: 1, publicJwk, notBefore: '2026-01-01T00:00:00.000Z', notAfter: null });
  }

  mint(claims: Readonly<Record<string, unknown>> = {}, ageSeconds = 0): string {
    const now = () => new Date(Date.now() - ageSeconds * 1_000);
    const all = { mode: 'test', jti: uuidV7(), lifetimeSeconds: 300, ...this.claims, ...claims };
    return new TokenIssuer({ ...userTokenKind, now }).sign(all, this.signing);
  }
}
