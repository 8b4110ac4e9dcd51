import type { ApiKeyType, Mode } from '@paygate/contracts';

/** An API key without its text, of which only a hash under the pepper is known. Revoked is a state, for ever. */
export interface ApiKey {
  readonly id: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly type: ApiKeyType;
  readonly name: string;
  /** HMAC-SHA-256 of the key text, base64url. */
  readonly hash: string;
  readonly scopes: readonly string[];
  readonly origins: readonly string[];
  readonly version: number;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

/** What a caller asks for. Its id is the caller's: the same id again means the same request again. */
export type WantedApiKey = Pick<ApiKey, 'id' | 'merchantId' | 'mode' | 'type' | 'name'>;

/** Whether an existing key is what a repeated request asked for, rather than another key under a used id. */
export function isRepeatOf(existing: ApiKey, wanted: WantedApiKey): boolean {
  return (
    existing.merchantId === wanted.merchantId &&
    existing.mode === wanted.mode &&
    existing.type === wanted.type &&
    existing.name === wanted.name
  );
}
