import type { CustomerSignIn } from '@paygate/contracts';

/** A merchant account. Its name and switches travel with each of its API keys, because callers read only those. */
export interface Merchant {
  readonly id: string;
  readonly name: string;
  /** True when any of its keys is accepted. */
  readonly active: boolean;
  /** True when its live keys are accepted. */
  readonly liveActive: boolean;
  /** True when it has, or ever had, live mode: it may have money. The database sets it. */
  readonly wasLive: boolean;
  /** The charges that need a user token besides the OTP token. */
  readonly customerSignIn: CustomerSignIn;
  /** True when customers may pay from another phone than their own. */
  readonly otherPhones: boolean;
  /** True when customers without an account may pay by mobile money. */
  readonly guestPayments: boolean;
  /** True when phones may be asked to pay. The database switches it off when live mode is activated. */
  readonly phoneAsks: boolean;
  /** Null before its first call. */
  readonly apiVersion: string | null;
}
