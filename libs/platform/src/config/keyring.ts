import type { KeyObject } from 'node:crypto';
import { createPrivateKey, createPublicKey, createSecretKey } from 'node:crypto';
import type { Principal } from '@paygate/contracts';
import { principals } from '@paygate/contracts';

/** A key and the name under which messages refer to it. */
export interface NamedKey {
  readonly kid: string;
  readonly key: KeyObject;
}

const KEY_BYTES = 32;
const KEY_ID_PATTERN = /^[A-Za-z0-9-]{1,32}$/;
const MAX_KEYS = 64;

/** Keys by principal, in the order of the configuration: the first is in use, the others are still accepted. */
export class Keyring {
  readonly #keys: ReadonlyMap<Principal, readonly NamedKey[]>;

  constructor(keys: ReadonlyMap<Principal, readonly NamedKey[]>) {
    this.#keys = keys;
  }

  /** The key `principal` uses now. */
  current(principal: Principal): NamedKey | undefined {
    return this.#keys.get(principal)?.[0];
  }

  /** The key of `principal` that has this id. */
  find(principal: Principal, kid: string): KeyObject | undefined {
    return this.#keys.get(principal)?.find((key) => key.kid === kid)?.key;
  }
}

/** Reads symmetric keys, `<principal>:<key id>:<base64 of 32 bytes>, …`. Throws when {@link keyringFaults} finds any. */
export function parseKeyring(text: string): Keyring {
  return keyringOf(text, createSecretKey);
}

/** Reads private keys of Ed25519 in the same form: the seeds of RFC 8032. */
export function parsePrivateKeys(text: string): Keyring {
  return keyringOf(text, (bytes) =>
    createPrivateKey({ key: Buffer.concat([PRIVATE_KEY_PREFIX, bytes]), format: 'der', type: 'pkcs8' }),
  );
}

/** Reads public keys of Ed25519 in the same form. */
export function parsePublicKeys(text: string): Keyring {
  return keyringOf(text, (bytes) =>
    createPublicKey({ key: Buffer.concat([PUBLIC_KEY_PREFIX, bytes]), format: 'der', type: 'spki' }),
  );
}

/** What precedes the 32 bytes of an Ed25519 key in DER (RFC 8410). */
const PRIVATE_KEY_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_KEY_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

function keyringOf(text: string, keyFrom: (bytes: Buffer) => KeyObject): Keyring {
  const { entries, faults } = readKeyring(text);
  if (faults.length > 0) throw new TypeError(faults.join('; '));
  const keys = new Map<Principal, NamedKey[]>();
  for (const { principal, kid, bytes } of entries) {
    const named = { kid, key: keyFrom(bytes) };
    keys.set(principal, [...(keys.get(principal) ?? []), named]);
  }
  return new Keyring(keys);
}

/** The faults of a key list, by position. They contain no part of a key. */
export function keyringFaults(text: string): readonly string[] {
  return readKeyring(text).faults;
}

interface KeyEntry {
  readonly principal: Principal;
  readonly kid: string;
  readonly bytes: Buffer;
}

function readKeyring(text: string): { entries: KeyEntry[]; faults: string[] } {
  const entries: KeyEntry[] = [];
  const faults: string[] = [];
  const items = text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  if (items.length === 0 || items.length > MAX_KEYS) faults.push(`must hold 1 to ${MAX_KEYS} keys`);
  for (const [index, item] of items.entries()) {
    const entry = readEntry(item);
    const known = entries.some(
      (other) => typeof entry !== 'string' && other.principal === entry.principal && other.kid === entry.kid,
    );
    if (typeof entry === 'string') faults.push(`key ${index + 1} ${entry}`);
    else if (known) faults.push(`key ${index + 1} repeats a key id`);
    else entries.push(entry);
  }
  return { entries, faults };
}

function readEntry(item: string): KeyEntry | string {
  const [principal = '', kid = '', base64 = '', ...rest] = item.split(':');
  if (rest.length > 0 || base64 === '') return 'must have the form principal:key-id:base64';
  if (!isPrincipal(principal)) return 'names no known principal';
  if (!KEY_ID_PATTERN.test(kid)) return 'has a malformed key id';
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length !== KEY_BYTES || bytes.toString('base64') !== base64) return `is not ${KEY_BYTES} bytes in base64`;
  return { principal, kid, bytes };
}

function isPrincipal(name: string): name is Principal {
  return (principals as readonly string[]).includes(name);
}
