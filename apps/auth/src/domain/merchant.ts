/** A merchant account. Its name and switches travel with each of its API keys, because callers read only those. */
export interface Merchant {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  /** Whether a charge needs a user token besides the OTP token. */
  readonly requireSignIn: boolean;
}
