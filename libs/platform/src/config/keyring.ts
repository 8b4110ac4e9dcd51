import type { KeyObject } from 'node:crypto';
import { createPrivateKey, createPublicKey, createSecretKey } from 'node:crypto';
import type { Pair, Principal } from '@paygate/contracts';
import { parsePair, principals } from '@paygate/contracts';

/** The owner of keys: one principal, or the two that share them. */
export type KeyOwner = Principal | Pair;

/** A key and the id under which messages refer to it. */
export interface NamedKey {
  readonly kid: string;
  readonly key: KeyObject;
}

const KEY_BYTES = 32;
const KEY_ID_PATTERN = /^[A-Za-z0-9-]{1,32}$/;
const MAX_KEYS = 64;

/** Keys by owner, in the order of the configuration: the first is in use, the others are still accepted. */
export class Keyring {
  readonly #keys: ReadonlyMap<KeyOwner, readonly NamedKey[]>;

  constructor(keys: ReadonlyMap<KeyOwner, readonly NamedKey[]>) {
    this.#keys = keys;
  }

  /** The key `owner` uses now. */
  current(owner: KeyOwner): NamedKey | undefined {
    return this.#keys.get(owner)?.[0];
  }

  /** The keys of `owner`, the current one first. */
  all(owner: KeyOwner): readonly NamedKey[] {
    return this.#keys.get(owner) ?? [];
  }

  /** The key of `owner` with the least id, `d2` before `d10`: it stays the same while keys are added and put in another order. */
  oldest(owner: KeyOwner): NamedKey | undefined {
    return this.all(owner).toSorted((one, other) => one.kid.localeCompare(other.kid, 'en', { numeric: true }))[0];
  }

  /** The key of `owner` that has this id. */
  find(owner: KeyOwner, kid: string): KeyObject | undefined {
    return this.#keys.get(owner)?.find((key) => key.kid === kid)?.key;
  }
}

/** Reads symmetric keys, `<principal or pair>:<key id>:<base64 of 32 bytes>, …`. Throws when {@link keyringFaults} finds any. */
export function parseKeyring(text: string): Keyring {
  return keyringOf(text, createSecretKey);
}

/** Reads private keys of Ed25519 in the same form: the seeds of RFC 8032. */
export function parsePrivateKeys(text: string): Keyring {
  return keyringOf(text, (bytes) =>
    createPrivateKey({ key: Buffer.concat([PRIVATE_KEY_PREFIX, bytes]), format: 'der', type: 'pkcs8' }),
  );
}

/** Reads public keys of Ed25519 in the form of {@link parseKeyring}. */
export function parsePublicKeys(text: string): Keyring {
  return keyringOf(text, (bytes) =>
    createPublicKey({ key: Buffer.concat([PUBLIC_KEY_PREFIX, bytes]), format: 'der', type: 'spki' }),
  );
}

/** The bytes before the 32 of an Ed25519 key in DER (RFC 8410). */
const PRIVATE_KEY_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_KEY_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

function keyringOf(text: string, keyFrom: (bytes: Buffer) => KeyObject): Keyring {
  const { entries, faults } = readKeyring(text);
  if (faults.length > 0) throw new TypeError(faults.join('; '));
  const keys = new Map<KeyOwner, NamedKey[]>();
  for (const { owner, kid, bytes } of entries) {
    const named = { kid, key: keyFrom(bytes) };
    keys.set(owner, [...(keys.get(owner) ?? []), named]);
  }
  return new Keyring(keys);
}

/** The faults of a key list, by position. They contain no part of a key. */
export function keyringFaults(text: string): readonly string[] {
  return readKeyring(text).faults;
}

interface KeyEntry {
  readonly owner: KeyOwner;
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
      (other) => typeof entry !== 'string' && other.owner === entry.owner && other.kid === entry.kid,
    );
    if (typeof entry === 'string') faults.push(`key ${index + 1} ${entry}`);
    else if (known) faults.push(`key ${index + 1} repeats a key id`);
    else entries.push(entry);
  }
  return { entries, faults };
}

function readEntry(item: string): KeyEntry | string {
  const [owner = '', kid = '', base64 = '', ...rest] = item.split(':');
  if (rest.length > 0 || base64 === '') return 'must have the form owner:key-id:base64';
  if (!isKeyOwner(owner)) return 'names no known principal or pair';
  if (!KEY_ID_PATTERN.test(kid)) return 'has a malformed key id';
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length !== KEY_BYTES || bytes.toString('base64') !== base64) return `is not ${KEY_BYTES} bytes in base64`;
  return { owner, kid, bytes };
}

function isKeyOwner(name: string): name is KeyOwner {
  return (principals as readonly string[]).includes(name) || parsePair(name) !== undefined;
}
