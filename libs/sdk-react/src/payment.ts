import type { ChargeRequest, InitOtpParams, PaygateError } from '@paygate/browser';
import type { PaygateSession } from './load-paygate.js';
import type { PaymentStatus } from './payment-state.js';
import { statusAfter } from './payment-state.js';
import type { PaymentStore } from './payment-store.js';
import { createStore } from './payment-store.js';

export type SendOtpParams = Pick<InitOtpParams, 'userId' | 'channel'>;

/** The steps of a payment. A step that does not fit the status does nothing; a failure appears in the state. */
export interface PaymentSteps {
  /** Sends a code to the user who pays. Called again, it sends the code again. */
  readonly sendOtp: (params: SendOtpParams) => Promise<void>;
  /** Sends the code again to the same user. */
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

function createSteps(session: PaygateSession | null, { state, show, read }: PaymentStore): PaymentSteps {
  let payer: SendOtpParams | undefined;
  /** The charge that the last right code permits. */
  let permitted: ChargeRequest | undefined;

  const step = async (status: PaymentStatus, work: Step): Promise<void> => {
    const { status: before, intent } = state();
    show({ status, error: null });
    try {
      if (session) await work(session.client, intent ? intent.id : '');
    } catch (error) {
      const refusal = error as PaygateError;
      show({ status: statusAfter(state().intent, afterFailure(refusal, state().status, before)), error: refusal });
      // the intent is not what the page shows
      if (/^intent_\w/.test(refusal.code)) await read();
    }
  };
  const charge: Step = async (client) => {
    if (!permitted) return;
    show({ status: 'charging' });
    await client.charge(permitted);
    show({ status: 'processing' });
    await read();
  };
  const steps: PaymentSteps = {
    async sendOtp(params) {
      if (!/^(ready|awaiting_otp)$/.test(state().status)) return;
      payer = params;
      await step('sending_otp', async (client, intentionId) => {
        show({ sent: await client.initOtp({ ...params, intentionId }), status: 'awaiting_otp' });
      });
    },
    resendOtp: async () => payer && steps.sendOtp(payer),
    async submitOtp(otp, paymentMethod = null) {
      if (!payer || state().status !== 'awaiting_otp') return;
      const { userId } = payer;
      await step('verifying', async (client, intentionId) => {
        await client.verifyOtp({ userId, otp, intentionId });
        permitted = { intentionId, paymentMethod };
        await charge(client, intentionId);
      });
    },
    async retry() {
      if (state().status === 'error') await (permitted ? step('charging', charge) : step('loading', read));
    },
    async payWith(paymentMethod = null) {
      if (permitted && state().status === 'error') permitted = { ...permitted, paymentMethod };
      await steps.retry();
    },
  };
  return steps;
}

type Step = (client: PaygateSession['client'], intentionId: string) => Promise<void>;

/** Where the customer goes on after a step failed in this status. */
function afterFailure(refusal: PaygateError, failed: PaymentStatus, before: PaymentStatus): PaymentStatus {
  const { code, status, retryable } = refusal;
  // the client keeps its token where the charge may be repeated, with this payment method or with another
  if (failed === 'charging') return retryable || status === 400 || /^pay(er|ment)_/.test(code) ? 'error' : 'ready';
  // a code that was sent a moment ago, before the page was loaded again, is still good
  return code === 'otp_cooldown' ? 'awaiting_otp' : before;
}
