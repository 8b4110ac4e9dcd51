import type { KeyObject } from 'node:crypto';
import { createHmac } from 'node:crypto';
import type { ApiKeyType, Mode } from '@paygate/contracts';
import { idPattern, idPrefixes } from '@paygate/contracts';
import { CHECK_CHARACTERS, checkOf, isChecked, SECRET_CHARACTERS, secretText } from './secret-text.js';

/** The parts of a well-formed key. Only its hash shows whether it is genuine. */
export interface ApiKeyParts {
  readonly type: ApiKeyType;
  readonly mode: Mode;
  /** `key_…`: under this id the key's hash is looked up. */
  readonly apiKeyId: string;
}

const typePrefixes = { publishable: 'pk', secret: 'sk', restricted: 'rk' } as const satisfies Record<
  ApiKeyType,
  string
>;
const typesByPrefix: Readonly<Record<string, ApiKeyType>> = { pk: 'publishable', sk: 'secret', rk: 'restricted' };

const ID_PREFIX = `${idPrefixes.apiKey}_`;
const KEY_PATTERN = new RegExp(
  `^(pk|sk|rk)_(test|live)_([0-7][0-9a-hjkmnp-tv-z]{25})[0-9A-Za-z]{${SECRET_CHARACTERS + CHECK_CHARACTERS}}$`,
);

/** The beginning of any API key inside a longer text: for searching what must never carry one. */
export const API_KEY_TRACE = /[psr]k_(?:test|live)_[0-9A-Za-z]/;

/**
 * Mints an API key: `{pk|sk|rk}_{test|live}_`, the 26 characters of the key id, 256 random bits in base 62, CRC-32 of all
 * before it in base 62. The text is shown once; what is stored is {@link apiKeyHash}.
 */
export function mintApiKey(type: ApiKeyType, mode: Mode, apiKeyId: string): string {
  if (!idPattern('apiKey').test(apiKeyId)) throw new TypeError('not the id of an API key');
  const body = `${typePrefixes[type]}_${mode}_${apiKeyId.slice(ID_PREFIX.length)}${secretText()}`;
  return body + checkOf(body);
}

/** Reads a key's type, mode and id; undefined when form or checksum is wrong, so that a guess costs no look-up. */
export function parseApiKey(text: string): ApiKeyParts | undefined {
  const match = KEY_PATTERN.exec(text);
  if (match === null) return undefined;
  const [, prefix = '', mode, id = ''] = match;
  const type = typesByPrefix[prefix];
  if (type === undefined || !isChecked(text)) return undefined;
  return { type, mode: mode === 'live' ? 'live' : 'test', apiKeyId: ID_PREFIX + id };
}

/** HMAC-SHA-256 of the whole key under the pepper, base64url: what tables hold. Compare in constant time. */
export function apiKeyHash(pepper: KeyObject, text: string): string {
  return createHmac('sha256', pepper).update(text).digest('base64url');
}
