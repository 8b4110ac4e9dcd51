import type {
  Charge,
  ChargeRequest,
  ConfirmRegistrationRequest,
  ForgotPasswordRequest,
  InitOtpRequest,
  Operations,
  OtpAuthorization,
  PendingPasswordReset,
  PendingRegistration,
  PublicPaymentIntent,
  RegisteredUser,
  RegisterUserRequest,
  ResetPasswordRequest,
  Retry,
  SentOtp,
  SignedInUser,
  SignInRequest,
  VerifyOtpRequest,
} from '@paygate/api-types';
import { PaygateError } from './errors.js';
import type { PaygateBrowserOptions, Settings } from './options.js';
import { settingsOf } from './options.js';
import type { CallOptions, WaitOptions } from './request.js';
import { send } from './request.js';

/** The operator of a guest whose number does not say it, or has moved to another. */
interface Operator {
  readonly operator?: InitOtpRequest['operator'];
}
/**
 * The purpose of a code. With `intentionId` the code pays that intent only. A guest gives a phone number instead of a user, after
 * `retrieveIntent`, and pays by mobile money.
 */
export type InitOtpParams =
  | (Pick<InitOtpRequest, 'channel'> & { readonly userId: string; readonly intentionId?: string })
  | ({ readonly phoneNumber: string; readonly channel?: 'sms'; readonly intentionId: string } & Operator);
/** `intentionId` need not be repeated, unless the page was loaded again since `initOtp`. Without `userId` the guest's code is checked. */
export type VerifyOtpParams = Pick<VerifyOtpRequest, 'otp'> & {
  readonly userId?: string;
  readonly intentionId?: string;
};
/** The payer to whom a code was sent: a user, or the phone of a guest. */
interface Payer {
  readonly userId?: string | undefined;
  readonly phoneNumber?: string | undefined;
}
/** The client keeps the token itself. */
export type Authorization = Pick<OtpAuthorization, 'expiresAt' | 'intentionId'>;

type Headers = Readonly<Record<string, string>>;

/** The state of a client between calls, in memory only. */
interface Kept {
  otp?: ({ readonly token: string; readonly userId: string | undefined } & Operator) | undefined;
  user?: SignedInUser | undefined;
  /** The challenge whose code was sent last. */
  sent?:
    | ({ readonly to: string | undefined; readonly intentionId: string | undefined; readonly otpId: string } & Operator)
    | undefined;
  session?: { readonly token: string; readonly intentionId: string };
}

interface State {
  readonly settings: Settings;
  /** Replaced as a whole by `reset`, so that a call that is still under way leaves nothing behind. */
  kept: Kept;
}

/**
 * The client of a page on which a customer pays.
 * @throws TypeError when an option is wrong
 */
export class PaygateBrowser {
  readonly #state: State;

  constructor(options: PaygateBrowserOptions) {
    this.#state = { settings: settingsOf(options), kept: {} };
  }

  /** Creates a user. A code is sent to the phone; `confirmRegistration` takes it. */
  register(params: RegisterUserRequest, options?: CallOptions): Promise<PendingRegistration> {
    return post<'registerUser'>(this.#state, '/auth/users', params, { options });
  }

  confirmRegistration(params: ConfirmRegistrationRequest, options?: CallOptions): Promise<RegisteredUser> {
    return post<'confirmRegistration'>(this.#state, '/auth/users/verify', params, { options });
  }

  /** Sends a code with which `resetPassword` sets another password. */
  forgotPassword(params: ForgotPasswordRequest, options?: CallOptions): Promise<PendingPasswordReset> {
    return post<'beginPasswordReset'>(this.#state, '/auth/password/forgot', params, { options });
  }

  resetPassword(params: ResetPasswordRequest, options?: CallOptions): Promise<void> {
    return post<'resetPassword'>(this.#state, '/auth/password/reset', params, { options });
  }

  /**
   * The user's token is kept until `signOut` or `reset`, and sent with later calls for this user. When it has ended, these fail
   * with `token_expired`: sign in again and repeat the call.
   */
  async signIn(params: SignInRequest, options?: CallOptions): Promise<SignedInUser> {
    const { kept } = this.#state;
    return (kept.user = await post<'signIn'>(this.#state, '/auth/web', params, { options }));
  }

  /** Forgets the customer, and ends the user's token at Paygate. */
  async signOut(options?: CallOptions): Promise<void> {
    const { user } = this.#state.kept;
    this.reset();
    if (user) await post<'signOut'>(this.#state, '/auth/logout', undefined, { options, headers: bearer(user.token) });
  }

  /** Sends a code to the user's address on file, or to the phone of a guest. Calling it again sends it once more. */
  async initOtp(params: InitOtpParams, options?: CallOptions): Promise<SentOtp> {
    const { kept } = this.#state;
    const { sent } = kept;
    const { channel = 'sms', intentionId, userId, phoneNumber, operator } = params as Payer & Operator & InitOtpParams;
    const to = userId ?? phoneNumber;
    const otpId = sent && sent.to === to && sent.intentionId === intentionId ? sent.otpId : undefined;
    const body = { userId, phoneNumber, operator, channel, intentionId, otpId };
    const call = { body: body as InitOtpRequest, options };
    const answer = await postAs<'initOtp'>(this.#state, userId, '/auth/otp/init', call);
    kept.sent = { to, intentionId, otpId: answer.otpId, operator };
    return answer;
  }

  /** Checks the code. The client keeps the token that authorizes one charge; no caller sees it. */
  async verifyOtp({ userId, otp, intentionId }: VerifyOtpParams, options?: CallOptions): Promise<Authorization> {
    const { kept } = this.#state;
    const { sent } = kept;
    // what the code was sent for, unless the caller names it
    const isKnown = sent && (!userId || sent.to === userId) && (intentionId ?? sent.intentionId) === sent.intentionId;
    const known = isKnown ? { intentionId: sent.intentionId, otpId: sent.otpId } : { intentionId };
    const body = { ...known, userId, otp } as VerifyOtpRequest;
    const answer = await postAs<'verifyOtp'>(this.#state, userId, '/auth/otp/verify', { body, options });
    kept.otp = { token: answer.token, userId, operator: isKnown ? sent.operator : undefined };
    kept.sent = undefined;
    return { expiresAt: answer.expiresAt, ...(answer.intentionId && { intentionId: answer.intentionId }) };
  }

  /**
   * Pays the intent with the token of `verifyOtp`. From a wallet it answers the outcome when that comes within 5 seconds, else a
   * charge in PROCESSING; `retrieveIntent` reads the outcome later. The token is wiped, unless a failure is `retryable` or
   * concerns the request (400), the payment method or the sign-in (`param` is `authorization`): then call `charge` again.
   */
  async charge(params: ChargeRequest, options?: CallOptions): Promise<Charge> {
    const { kept } = this.#state;
    const { otp } = kept;
    if (!otp) throw new PaygateError('token_missing', 'verifyOtp comes before charge');
    // a guest has no wallet
    const body =
      otp.userId || params.paymentMethod
        ? params
        : {
            ...params,
            paymentMethod: { type: 'mobile_money' as const, ...(otp.operator && { operator: otp.operator }) },
          };
    let isOver = true;
    try {
      return await postAs<'charge'>(this.#state, otp.userId, '/payment/charge', { body, options });
    } catch (error) {
      isOver = error instanceof PaygateError && isDefinite(error);
      throw error;
    } finally {
      if (isOver && kept.otp === otp) kept.otp = undefined;
    }
  }

  /** Reads the intent of a session token. While it is PROCESSING, `waitSeconds` waits for the outcome. */
  async retrieveIntent(sessionToken: string, options: WaitOptions = {}): Promise<PublicPaymentIntent> {
    const { settings, kept } = this.#state;
    const { waitSeconds } = options;
    const headers = { 'x-session-token': sessionToken, ...(waitSeconds && { prefer: `wait=${waitSeconds}` }) };
    const call = { method: 'GET', path: '/gateway/session', headers } as const;
    const intent = await send<'getIntentBySession'>(settings, call, options);
    kept.session = { token: sessionToken, intentionId: intent.id };
    return intent;
  }

  /** Begins another try of a declined intent, at the `checkoutUrl` of the answer. Repeated, it returns the try that is open or paid. */
  retryIntent(sessionToken: string, options?: CallOptions): Promise<Retry> {
    const headers = { 'x-session-token': sessionToken };
    return post<'retryIntent'>(this.#state, '/gateway/session/retry', undefined, { options, headers });
  }

  /** Forgets the customer: tokens, the code that was sent and the session. */
  reset(): void {
    this.#state.kept = {};
  }
}

interface UserCall<Id extends keyof Operations> {
  readonly body: Operations[Id]['body'];
  readonly options: CallOptions | undefined;
}

/** With the credentials that are kept for this user and this payment. */
function postAs<Id extends 'initOtp' | 'verifyOtp' | 'charge'>(
  state: State,
  userId: string | undefined,
  path: Operations[Id]['path'],
  { body, options }: UserCall<Id>,
): Promise<Operations[Id]['answer']> {
  const { kept } = state;
  const { otp, user, session } = kept;
  const headers: Headers = {
    ...(user && user.id === userId && bearer(user.token)),
    ...(path === '/payment/charge'
      ? otp && { 'x-otp-token': otp.token, ...(mayWait(body as ChargeRequest) && { prefer: 'wait=5' }) }
      : session && session.intentionId === body.intentionId && { 'x-session-token': session.token }),
  };
  return post<Id>(state, path, body, { options, headers });
}

/** A customer who approves on a phone needs more time, and the page has to say so. */
function mayWait({ paymentMethod }: ChargeRequest): boolean {
  return paymentMethod?.type !== 'mobile_money';
}

/** True when the refused charge ends what the token was for. Another payment method, or a sign-in, may follow a refusal. */
function isDefinite({ retryable, status, code, param }: PaygateError): boolean {
  return !(retryable || status === 400 || param === 'authorization' || /^pay(er|ment)_/.test(code));
}

function post<Id extends keyof Operations>(
  { settings }: State,
  path: Operations[Id]['path'],
  body: Operations[Id]['body'],
  { options, headers = {} }: { readonly options: CallOptions | undefined; readonly headers?: Headers },
): Promise<Operations[Id]['answer']> {
  return send<Id>(settings, { method: 'POST', path, body, headers }, options);
}

function bearer(token: string): Headers {
  return { authorization: `Bearer ${token}` };
}
