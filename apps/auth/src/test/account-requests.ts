import type { BeginPasswordReset, ConfirmRegistration, Mode, RegisterUser, ResetPassword } from '@paygate/contracts';
import { newId, sha256Base64url } from '@paygate/platform';
import type { AuthUnderTest } from './auth-under-test.js';

/** Whoever brings a new password may be somewhere; a merchant's server is not. */
interface NewPasswordExtras {
  readonly key?: string;
  readonly mode?: Mode;
  readonly address?: string;
}

/** Requests about accounts as the gateway makes them, at one merchant. */
export class AccountRequests {
  readonly merchantId = newId('merchant');
  readonly apiKeyId = newId('apiKey');
  readonly #asker = {
    ...{ merchantId: this.merchantId, mode: 'test' as Mode, merchantName: 'Boutique' },
    caller: { apiKeyId: this.apiKeyId, signedIn: false, credential: 'publishable' as const },
  };

  constructor(private readonly auth: AuthUnderTest) {}

  /** `key` is the caller's idempotency key. */
  register(phone: string, password: string, more: NewPasswordExtras & { email?: string } = {}): RegisterUser {
    const { email, key, address, ...scope } = more;
    return {
      ...this.#asker,
      ...scope,
      phoneNumber: this.auth.seal(phone, 'register-user.phone'),
      password: this.auth.seal(password, 'register-user.password'),
      ...this.#from(address),
      ...(email === undefined ? {} : { email: this.auth.seal(email, 'register-user.email') }),
      ...this.#keyed(key, phone, password, email),
    };
  }

  confirm(registrationId: string, code: string, more: Partial<ConfirmRegistration> & { key?: string } = {}) {
    const { key, ...scope } = more;
    const { merchantId, mode, caller } = this.#asker;
    const otp = this.auth.seal(code, 'phone-code.otp', 'otp');
    return { merchantId, mode, caller, registrationId, otp, ...this.#keyed(key, registrationId, code), ...scope };
  }

  forgot(phone: string, more: { key?: string; mode?: Mode } = {}): BeginPasswordReset {
    const { key, ...scope } = more;
    const phoneNumber = this.auth.seal(phone, 'password-reset.phone');
    return { ...this.#asker, phoneNumber, ...this.#keyed(key, phone), ...scope };
  }

  reset(resetId: string, code: string, password: string, more: NewPasswordExtras = {}): ResetPassword {
    const { merchantId, mode, caller } = this.#asker;
    const { key, address, ...scope } = more;
    return {
      ...{ merchantId, mode, caller, resetId },
      otp: this.auth.seal(code, 'phone-code.otp', 'otp'),
      password: this.auth.seal(password, 'password-reset.password'),
      ...this.#from(address),
      ...this.#keyed(key, resetId, code, password),
      ...scope,
    };
  }

  #from(address: string | undefined) {
    return address === undefined ? {} : { address: this.auth.seal(address, 'account.address') };
  }

  #keyed(key: string | undefined, ...body: readonly (string | undefined)[]) {
    if (key === undefined) return {};
    const bodyHash = this.auth.seal(sha256Base64url(JSON.stringify(body)), 'account.body-hash');
    return { idempotency: { keyHash: sha256Base64url(key), bodyHash } };
  }
}
