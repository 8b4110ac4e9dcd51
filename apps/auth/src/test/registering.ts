import type { RegisteredUser, RegistrationBegun, Reply, SignedIn } from '@paygate/contracts';
import { confirmRegistration, registerUser } from '@paygate/contracts';
import type { AccountRequests } from './account-requests.js';
import type { AuthUnderTest } from './auth-under-test.js';

export const password = 'correct horse battery staple';

/** Whom a suite asks, and at which merchant: neither is there before its hooks have run. */
export interface Ground {
  readonly auth: AuthUnderTest;
  readonly asking: AccountRequests;
}

/** Registers people as the gateway does. */
export class Registering {
  constructor(private readonly ground: () => Ground) {}

  readonly register = (
    phone: string,
    secret = password,
    more: Parameters<AccountRequests['register']>[2] = {},
  ): Promise<Reply<RegistrationBegun>> => {
    const { auth, asking } = this.ground();
    return auth.ask(registerUser, asking.register(phone, secret, more), 'gateway');
  };

  readonly confirm = (...given: Parameters<AccountRequests['confirm']>): Promise<Reply<RegisteredUser>> => {
    const { auth, asking } = this.ground();
    return auth.ask(confirmRegistration, asking.confirm(...given), 'gateway');
  };

  /** The id of a registration that has begun. */
  readonly begun = async (phone: string, secret = password): Promise<string> =>
    accepted(await this.register(phone, secret)).registrationId;

  readonly signInAs = (phone: string, secret: string): Promise<Reply<SignedIn>> => {
    const { auth, asking } = this.ground();
    return auth.signIn({ merchantId: asking.merchantId, phone, password: secret });
  };
}

/** What a positive answer holds. */
export function accepted<Answer>(reply: Reply<Answer>): Answer {
  if (!reply.ok) throw new Error(`refused with ${reply.code}`);
  return reply.data;
}
