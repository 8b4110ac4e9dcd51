import type { ChargeRequest, PaygateError, SignInRequest } from '@paygate/browser';
import type { PaygateSession } from './load-paygate.js';
import type { PaymentStatus } from './payment-state.js';
import { statusAfter } from './payment-state.js';
import type { PaymentStore } from './payment-store.js';
import { createStore } from './payment-store.js';

type Operator = NonNullable<ChargeRequest['paymentMethod']>['operator'];
/** A user and a channel, or the phone number of a guest, who pays by mobile money. */
export type SendOtpParams =
  | { readonly userId: string; readonly channel: 'sms' | 'email' }
  | { readonly phoneNumber: string; readonly operator?: Operator };

/** The steps of a payment. A step that does not fit the status does nothing; a failure appears in the state. */
export interface PaymentSteps {
  /**
   * Signs the customer in. In `ready` it then sends a code by SMS; in `requires_sign_in` it goes on with the step that was refused,
   * and the customer needs no other code.
   */
  readonly signIn: (params: SignInRequest) => Promise<void>;
  /** Sends a code to the user who pays, or to the phone of a guest. Called again, it sends the code again. */
  readonly sendOtp: (params: SendOtpParams) => Promise<void>;
  /** Sends the code again to the same payer. */
  readonly resendOtp: () => Promise<void>;
  /** Checks the code and, when it is right, charges. */
  readonly submitOtp: (otp: string, paymentMethod?: ChargeRequest['paymentMethod']) => Promise<void>;
  /** In `error`: charges again where that may help, or reads the intent again. */
  readonly retry: () => Promise<void>;
  /** In `error`: charges with another payment method, where the first was refused. The customer needs no other code. */
  readonly payWith: (paymentMethod: ChargeRequest['paymentMethod']) => Promise<void>;
}

/** One payment as a state machine that components subscribe to. */
export interface Payment extends Pick<PaymentStore, 'state' | 'subscribe'> {
  readonly steps: PaymentSteps;
}

/** The payment of a session. Without one, as on a server, it stays in `loading`. */
export function createPayment(session: PaygateSession | null): Payment {
  const store = createStore(session);
  return { ...store, steps: createSteps(session, store) };
}

type Step = (client: PaygateSession['client'], intentionId: string) => Promise<void>;

/** Takes steps, and shows what comes of them. */
interface Runner {
  /** True when the step succeeded. `before` is where the customer goes on after a failure. */
  readonly run: (status: PaymentStatus, work: Step, before?: PaymentStatus) => Promise<boolean>;
  /** Takes the step that failed last once more. */
  again: (() => Promise<boolean>) | undefined;
}

function createRunner(session: PaygateSession | null, { state, show, read }: PaymentStore): Runner {
  const runner: Runner = {
    again: undefined,
    async run(status, work, before = state().status) {
      const { intent } = state();
      show({ status, error: null });
      try {
        if (session) await work(session.client, intent ? intent.id : '');
        return true;
      } catch (error) {
        const refusal = error as PaygateError;
        runner.again = () => runner.run(status, work, before);
        show({ status: statusAfter(state().intent, afterFailure(refusal, state().status, before)), error: refusal });
        // the intent is not what the page shows
        if (/^intent_\w/.test(refusal.code)) await read();
        return false;
      }
    },
  };
  return runner;
}

function createSteps(session: PaygateSession | null, store: PaymentStore): PaymentSteps {
  const { state, show, read } = store;
  const runner = createRunner(session, store);
  const { run } = runner;
  let payer: SendOtpParams | undefined;
  /** The charge that the last right code permits. */
  let permitted: ChargeRequest | undefined;

  const charge: Step = async (client) => {
    if (!permitted) return;
    await client.charge(permitted);
    show({ status: 'processing' });
    await read();
  };
  const send = (params: SendOtpParams, before?: PaymentStatus): Promise<boolean> => {
    payer = params;
    return run('sending_otp', sending(params, show), before);
  };
  const steps: PaymentSteps = {
    async signIn(params) {
      const [{ status }, { again }] = [state(), runner];
      if (!/^(ready|requires_sign_in)$/.test(status)) return;
      let userId = '';
      const isSignedIn = await run('signing_in', async (client) => {
        userId = (await client.signIn(params)).id;
      });
      if (!isSignedIn) runner.again = again;
      else await (status === 'ready' ? send({ userId, channel: 'sms' }, status) : again?.());
    },
    async sendOtp(params) {
      if (/^(ready|awaiting_otp)$/.test(state().status)) await send(params);
    },
    resendOtp: async () => payer && steps.sendOtp(payer),
    async submitOtp(otp, paymentMethod = null) {
      if (!payer || state().status !== 'awaiting_otp') return;
      const user = 'userId' in payer ? { userId: payer.userId } : {};
      await run('verifying', async (client, intentionId) => {
        await client.verifyOtp({ ...user, otp, intentionId });
        permitted = { intentionId, paymentMethod };
        await run('charging', charge);
      });
    },
    async retry() {
      if (state().status === 'error') await (permitted ? run('charging', charge) : run('loading', read));
    },
    async payWith(paymentMethod = null) {
      if (permitted && state().status === 'error') permitted = { ...permitted, paymentMethod };
      await steps.retry();
    },
  };
  return steps;
}

function sending(params: SendOtpParams, show: PaymentStore['show']): Step {
  return async (client, intentionId) => {
    show({ sent: await client.initOtp({ ...params, intentionId }), status: 'awaiting_otp' });
  };
}

/** The status in which the customer continues after a step failed in this status. */
function afterFailure(refusal: PaygateError, failed: PaymentStatus, before: PaymentStatus): PaymentStatus {
  const { code, status, retryable, param } = refusal;
  if (param === 'authorization') return 'requires_sign_in';
  // the client keeps its token where the charge may be repeated, with this payment method or with another
  if (failed === 'charging') return retryable || status === 400 || /^pay(er|ment)_/.test(code) ? 'error' : 'ready';
  // a code that was sent a moment ago, before the page was loaded again, is still good
  return code === 'otp_cooldown' ? 'awaiting_otp' : before;
}
