import type { ApiKeyType, Mode } from '@paygate/contracts';

/** Who asks: the merchant and mode of a verified API key. */
export interface Caller {
  readonly apiKeyId: string;
  readonly merchantId: string;
  readonly merchantName: string;
  readonly mode: Mode;
  readonly type: ApiKeyType;
  /** Whether a charge needs a signed-in user besides the one-time password. */
  readonly requireSignIn: boolean;
  /** The version that the merchant is pinned to; null before its first call. */
  readonly apiVersion: string | null;
}
