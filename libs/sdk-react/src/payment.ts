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
  /** After an error: charges again where that may help, or reads the intent again. */
  readonly retry: () => Promise<void>;
}

/** One payment as a state machine that components subscribe to. */
export interface Payment extends Pick<PaymentStore, 'state' | 'subscribe'> {
  readonly steps: PaymentSteps;
}

/** The payment of a session. Without one, as on a server, it stays in `loading`. */
export function createPayment(session: PaygateSession | null): Payment {
  const store = createStore(session);
  return { state: store.state, subscribe: store.subscribe, steps: createSteps(session, store) };
}

function createSteps(session: PaygateSession | null, { state, show, read }: PaymentStore): PaymentSteps {
  let payer: SendOtpParams | undefined;
  let method: ChargeRequest['paymentMethod'];
  /** The code was right, and its token is not used yet. */
  let isAuthorized = false;

  const step = async (status: PaymentStatus, work: Step): Promise<void> => {
    const { status: before, intent } = state();
    show({ status, error: null });
    try {
      if (session) await work(session, intent?.id ?? '');
    } catch (error) {
      const { code = '', retryable = false } = error as Partial<PaygateError>;
      isAuthorized &&= retryable;
      const next = isAuthorized ? 'error' : afterFailure(code, state().status, before);
      show({ status: statusAfter(state().intent, next), error: error as PaygateError });
      // the intent is not what the page shows
      if (code.startsWith('intent_')) await read();
    }
  };
  const charge: Step = async ({ client }, intentionId) => {
    show({ status: 'charging' });
    await client.charge({ intentionId, ...(method && { paymentMethod: method }) });
    isAuthorized = false;
    show({ status: 'processing' });
    await read();
  };
  const steps: PaymentSteps = {
    async sendOtp(params) {
      if (!/^(ready|awaiting_otp)$/.test(state().status)) return;
      payer = params;
      await step('sending_otp', async ({ client }, intentionId) => {
        show({ sent: await client.initOtp({ ...params, intentionId }), status: 'awaiting_otp' });
      });
    },
    resendOtp: async () => payer && steps.sendOtp(payer),
    async submitOtp(otp, paymentMethod) {
      const { userId } = payer ?? {};
      if (!userId || state().status !== 'awaiting_otp') return;
      method = paymentMethod;
      await step('verifying', async (of, intentionId) => {
        await of.client.verifyOtp({ userId, otp, intentionId });
        isAuthorized = true;
        await charge(of, intentionId);
      });
    },
    async retry() {
      if (state().status === 'error') await (isAuthorized ? step('charging', charge) : step('loading', read));
    },
  };
  return steps;
}

type Step = (session: PaygateSession, intentionId: string) => Promise<void>;

/** Where the customer goes on. */
function afterFailure(code: string, status: PaymentStatus, before: PaymentStatus): PaymentStatus {
  // the token is gone
  if (status === 'charging') return 'ready';
  // a code that was sent a moment ago, before the page was loaded again, is still good
  return code === 'otp_cooldown' ? 'awaiting_otp' : before;
}
