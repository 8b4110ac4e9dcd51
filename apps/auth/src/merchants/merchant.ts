/** A merchant account. Its name and switches travel with each of its API keys, because callers read only those. */
export interface Merchant {
  readonly id: string;
  readonly name: string;
  /** Whether any of its keys is accepted. */
  readonly active: boolean;
  /** Whether its live keys are accepted. */
  readonly liveActive: boolean;
  /** Whether a charge needs a user token besides the OTP token. */
  readonly requireSignIn: boolean;
  /** Whether customers may pay from another phone than their own. */
  readonly otherPhones: boolean;
  /** Null before its first call. */
  readonly apiVersion: string | null;
}
