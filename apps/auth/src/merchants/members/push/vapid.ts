import type { KeyObject } from 'node:crypto';
import { createECDH, createPrivateKey, sign } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, ConfigurationError } from '@paygate/platform';
import { AuthConfig } from '../../../config.js';

/** Push services refuse more than 24 hours; half of that leaves room for clocks that differ. */
const TOKEN_SECONDS = 43_200;
const MS_PER_SECOND = 1_000;

interface Keys {
  /** The point in base64url. */
  readonly publicKey: string;
  readonly privateKey: KeyObject;
  readonly subject: string | undefined;
}

/** The identity of this installation at push services (VAPID, RFC 8292). */
@Injectable()
export class Vapid {
  readonly #keys: Keys | undefined;

  constructor(
    { VAPID_PRIVATE_KEY, VAPID_SUBJECT }: AuthConfig,
    private readonly clock: Clock,
  ) {
    if (VAPID_PRIVATE_KEY === undefined) return;
    this.#keys = { ...keysOf(Buffer.from(VAPID_PRIVATE_KEY.reveal(), 'base64')), subject: VAPID_SUBJECT };
  }

  /** The key with which browsers subscribe: a point of P-256 in base64url. Null when this installation sends no push messages. */
  get publicKey(): string | null {
    return this.#keys?.publicKey ?? null;
  }

  /** The value of the header Authorization for a message to an address at a push service (RFC 8292, section 3). */
  authorizationFor(endpoint: string): string {
    if (this.#keys === undefined) throw new Error('this installation has no key for push services');
    const { publicKey, privateKey, subject } = this.#keys;
    const exp = Math.floor(this.clock.now().getTime() / MS_PER_SECOND) + TOKEN_SECONDS;
    const claims = { aud: new URL(endpoint).origin, exp, ...(subject === undefined ? {} : { sub: subject }) };
    const signed = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`;
    const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
  }
}

function keysOf(secret: Buffer): Pick<Keys, 'publicKey' | 'privateKey'> {
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(secret);
  } catch {
    throw new ConfigurationError(['VAPID_PRIVATE_KEY is no private key of P-256']);
  }
  const point = pair.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const key = { kty: 'EC', crv: 'P-256', d: secret.toString('base64url'), x: x ?? '', y: y ?? '' };
  return { publicKey: point.toString('base64url'), privateKey: createPrivateKey({ key, format: 'jwk' }) };
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
