import type { ApiKeyType, KeyScope, Mode } from '@paygate/contracts';
import { scopes as everyScope } from '@paygate/contracts';

/** An API key, of whose text only a hash under the pepper is stored, unless it is publishable. A revoked key stays revoked. */
export interface ApiKey {
  readonly id: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly type: ApiKeyType;
  readonly name: string;
  /** HMAC-SHA-256 of the key text, base64url. */
  readonly hash: string;
  /** The text of a publishable key; null for other keys, and for publishable ones that were created before it was stored. */
  readonly publicText: string | null;
  readonly scopes: readonly KeyScope[];
  readonly origins: readonly string[];
  readonly version: number;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
  /** The key that created or rotated this one, or one that it replaces; null when none did. */
  readonly makerId: string | null;
  /** True when its events follow the scopes of their objects. Keys of before, and their successors, read all with `events:read`. */
  readonly eventsByScope: boolean;
}

/** A requested key. The caller chooses its id: the same id again means the same request again. */
export type WantedApiKey = Pick<
  ApiKey,
  'id' | 'merchantId' | 'mode' | 'type' | 'name' | 'scopes' | 'origins' | 'expiresAt'
>;

/** A fault in a request for a key. */
export interface KeyFault {
  readonly param: string;
  readonly detail: string;
}

/** The reason for which the key cannot be created; undefined when it can. */
export function faultOf({ type, scopes, origins, expiresAt }: WantedApiKey, now: Date): KeyFault | undefined {
  if (type === 'restricted' && scopes.length === 0)
    return { param: 'scopes', detail: 'A restricted key needs at least one scope.' };
  if (type !== 'restricted' && scopes.length > 0)
    return { param: 'scopes', detail: 'Only a restricted key has scopes.' };
  if (type !== 'publishable' && origins.length > 0)
    return { param: 'origins', detail: 'Only a publishable key has origins.' };
  if (expiresAt !== null && expiresAt <= now) return { param: 'expiresAt', detail: 'expiresAt must be in the future.' };
  return undefined;
}

/** True when an existing key is the result of the same request, rather than another key under a used id. */
export function isRepeatOf(existing: ApiKey, wanted: WantedApiKey): boolean {
  return (
    existing.merchantId === wanted.merchantId &&
    existing.mode === wanted.mode &&
    existing.type === wanted.type &&
    existing.name === wanted.name &&
    existing.expiresAt?.getTime() === wanted.expiresAt?.getTime() &&
    sameTexts(existing.scopes, wanted.scopes) &&
    sameTexts(existing.origins, wanted.origins)
  );
}

/** The changes of a key that a request asks for: its name, its origins, each once, or neither. */
export function changesOf(
  key: ApiKey,
  wanted: { readonly name?: string; readonly origins?: readonly string[] },
): Partial<Pick<ApiKey, 'name' | 'origins'>> {
  const { name = key.name } = wanted;
  const origins = [...new Set(wanted.origins ?? key.origins)];
  return {
    ...(name === key.name ? {} : { name }),
    ...(sameTexts(origins, key.origins) ? {} : { origins }),
  };
}

/** True when a publishable key works, after a change, on pages on which it was refused before. A key without a list works on all. */
export function admitsPages({ type, origins }: ApiKey, changed: Pick<ApiKey, 'origins'>): boolean {
  if (type !== 'publishable' || origins.length === 0) return false;
  return changed.origins.length === 0 || changed.origins.some((origin) => !origins.includes(origin));
}

/** The reason for which a key has ended; undefined while it is in force. */
export function endOf(key: ApiKey, now: Date): 'api_key_revoked' | 'api_key_expired' | undefined {
  if (key.revokedAt !== null) return 'api_key_revoked';
  return key.expiresAt !== null && key.expiresAt <= now ? 'api_key_expired' : undefined;
}

/** The rights of a key: a secret key has every scope, a publishable one none. */
type Rights = Pick<WantedApiKey, 'type' | 'scopes'>;

/** True when the holder of one key may create or change another: never one with a right that the first one lacks. */
export function mayGrant(actor: Rights, wanted: Rights): boolean {
  if (actor.type === 'secret') return true;
  if (actor.type === 'publishable' || wanted.type !== 'restricted') return false;
  return wanted.scopes.every((scope) => actor.scopes.includes(scope));
}

/** True when one who may grant these scopes may create or change a key. A publishable key is public: whoever manages keys creates it. */
export function isWithin(granted: readonly KeyScope[], { type, scopes }: Rights): boolean {
  if (type === 'publishable') return true;
  return (type === 'secret' ? everyScope : scopes).every((scope) => granted.includes(scope));
}

/** True when a key lasts longer than another: the holder of an expiring key creates none that outlives it. */
export function outlives({ expiresAt }: Pick<WantedApiKey, 'expiresAt'>, other: ApiKey): boolean {
  return other.expiresAt !== null && (expiresAt === null || expiresAt > other.expiresAt);
}

function sameTexts(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((text, index) => text === others[index]);
}
