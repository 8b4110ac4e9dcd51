import type { Mode } from '@paygate/contracts';

/** Who tries to sign in, as far as limits depend on it. */
export interface SignInCaller {
  readonly apiKeyId: string;
  readonly merchantId: string;
  readonly mode: Mode;
  /** What the customer's address is counted under; undefined where a merchant's server asks for all its customers. */
  readonly source: string | undefined;
}
