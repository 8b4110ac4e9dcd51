import type { ApiKeyRow, CustomerSignIn, EventFamily, MerchantProfile } from '@paygate/contracts';
import type { FastifyRequest } from 'fastify';
import type { DashboardCaller } from './dashboard/dashboard-caller.js';
import type { SignedInUser } from './tokens/user-token.strategy.js';

/** The session that a checkout token stands for, and the merchant that is paid. */
export interface CheckoutVisit {
  readonly intentId: string;
  /** The intent whose phones are counted: of a further try, the first one of the order. */
  readonly countedFor: string;
  readonly merchant: MerchantProfile;
}

type KeyFields = ('apiKeyId' | 'merchantId' | 'merchantName' | 'mode' | 'type') | ('otherPhones' | 'apiVersion');

/** The holder of a verified API key. */
export interface Caller extends Pick<ApiKeyRow, KeyFields> {
  /** The customer's IP address. Undefined for a merchant's server: its address is that of none of its customers. */
  readonly address: string | undefined;
  /** The charges of the merchant that need a user token besides the OTP token. */
  readonly customerSignIn: CustomerSignIn;
  /** True when customers without an account may pay it by mobile money. */
  readonly guestPayments: boolean;
  /** Families of events whose objects the key may not read. */
  readonly unreadable: readonly EventFamily[];
  /** True for a key that may learn the phone of a payer. */
  readonly readsPayers: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the guard has verified an API key, and where a request carries another credential or none. */
    caller: Caller | null;
    /** Null until the guard has verified a dashboard session, and where a request carries another credential or none. */
    dashboard: DashboardCaller | null;
    /** Null unless the payment page has sent the request, with a checkout token. */
    checkout: CheckoutVisit | null;
    /** True once the guard has let the request pass: its credential is good for the operation, and its budget is not spent. */
    admitted: boolean;
    /** The holder of the user token, where the operation takes one and the request carries it. */
    user?: SignedInUser;
  }
}

/** The caller of an operation that needs an API key. */
export function callerOf({ caller }: FastifyRequest): Caller {
  if (caller === null) throw new TypeError('the request was admitted without an API key');
  return caller;
}
