import type { ECDH } from 'node:crypto';
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';

/** A browser's side of Web Push: the keys of a subscription (RFC 8291, section 3), and what it opens with them. */
export class PushBrowser {
  private constructor(
    private readonly keys: ECDH,
    private readonly secret: Buffer,
  ) {}

  static fresh(): PushBrowser {
    const keys = createECDH('prime256v1');
    keys.generateKeys();
    return new PushBrowser(keys, randomBytes(16));
  }

  /** A browser whose private key and secret are known, in base64url. */
  static of(privateKey: string, secret: string): PushBrowser {
    const keys = createECDH('prime256v1');
    keys.setPrivateKey(privateKey, 'base64url');
    return new PushBrowser(keys, Buffer.from(secret, 'base64url'));
  }

  get p256dh(): string {
    return this.keys.getPublicKey('base64url');
  }

  get auth(): string {
    return this.secret.toString('base64url');
  }

  /** The text of a body with one record of `aes128gcm` (RFC 8188, section 2; RFC 8291, section 4). Throws for any other. */
  open(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const recordBytes = body.readUInt32BE(16);
    const sender = body.subarray(21, 21 + body.readUInt8(20));
    const record = body.subarray(21 + sender.length);
    if (record.length > recordBytes) throw new Error('a push message has one record');
    const agreed = Buffer.concat([Buffer.from('WebPush: info\0'), this.keys.getPublicKey(), sender]);
    const material = hkdf(this.keys.computeSecret(sender), this.secret, agreed, 32);
    const key = hkdf(material, salt, 'Content-Encoding: aes128gcm\0', 16);
    const nonce = hkdf(material, salt, 'Content-Encoding: nonce\0', 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    const end = padded.findLastIndex((byte) => byte !== 0);
    if (padded[end] !== 2) throw new Error('the delimiter of the last record is missing');
    return padded.subarray(0, end).toString('utf8');
  }
}

/** The claims of a header Authorization by VAPID (RFC 8292, section 3), whose signature the key verifies. Throws for any other. */
export function vapidClaims(authorization: string, publicKey: string): Readonly<Record<string, unknown>> {
  const [, header = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  if (key !== publicKey) throw new Error('the header does not name the key');
  const { alg } = JSON.parse(text(header)) as { readonly alg?: unknown };
  const point = Buffer.from(key, 'base64url');
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const jwk = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const bytes = Buffer.from(signature, 'base64url');
  const signed = Buffer.from(`${header}.${claims}`);
  if (alg !== 'ES256' || bytes.length !== 64) throw new Error('the token is not signed by ES256');
  if (!verify('sha256', signed, { key: jwk, dsaEncoding: 'ieee-p1363' }, bytes)) throw new Error('a false signature');
  return JSON.parse(text(claims)) as Readonly<Record<string, unknown>>;
}

function text(part: string): string {
  return Buffer.from(part, 'base64url').toString('utf8');
}

function hkdf(secret: Buffer, salt: Buffer, info: string | Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
}
