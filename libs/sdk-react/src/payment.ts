import type { Charge, InitOtpParams, PaygateError, PublicPaymentIntent, SentOtp } from '@paygate/browser';
import type { PaygateSession } from './load-paygate.js';

export type PaymentStatus =
  | 'loading'
  | 'ready'
  | 'sending_otp'
  | 'awaiting_otp'
  | 'verifying'
  | 'charging'
  | 'processing'
  | 'completed'
  | 'failed'
  | 'expired'
  | 'canceled'
  | 'error';

export interface PaymentState {
  readonly status: PaymentStatus;
  /** The intent as it was read last. */
  readonly intent: PublicPaymentIntent | null;
  /** The code that was sent last. */
  readonly sent: SentOtp | null;
  /** Why the last step failed. */
  readonly error: PaygateError | null;
}

export type SendOtpParams = Pick<InitOtpParams, 'userId' | 'channel'>;

/** What the status of an intent, or of its charge, means here. Intents that nobody has charged are absent. */
const OUTCOMES: Readonly<Record<string, PaymentStatus | undefined>> = {
  PROCESSING: 'processing',
  COMPLETED: 'completed',
  FAILED: 'failed',
  EXPIRED: 'expired',
  CANCELED: 'canceled',
};
const TERMINAL: readonly PaymentStatus[] = ['completed', 'failed', 'expired', 'canceled'];
const PROCESSING_POLL_MS = 1_000;
const IDLE_POLL_MS = 15_000;

/** One payment as a state machine that components subscribe to. It reads the intent while anybody is subscribed. */
export class Payment {
  state: PaymentState = { status: 'loading', intent: null, sent: null, error: null };
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last: SendOtpParams | undefined;
  private mayCharge = false;

  constructor(private readonly session: PaygateSession | null) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    if (this.listeners.size === 1) void this.read();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) clearTimeout(this.timer);
    };
  };

  /** Sends a code to the user who pays. Called again, it sends the code again. */
  readonly sendOtp = async (params: SendOtpParams): Promise<void> => {
    const { session } = this;
    const { intent, status } = this.state;
    if (!session || !intent || (status !== 'ready' && status !== 'awaiting_otp')) return;
    this.last = params;
    this.set('sending_otp');
    try {
      const sent = await session.client.initOtp({ ...params, intentionId: intent.id });
      this.set('awaiting_otp', { sent });
    } catch (error) {
      this.set(status, { error: error as PaygateError });
    }
  };

  /** Sends the code again to the same user. */
  readonly resendOtp = async (): Promise<void> => {
    if (this.last) await this.sendOtp(this.last);
  };

  /** Checks the code and, when it is right, charges. */
  readonly submitOtp = async (otp: string): Promise<void> => {
    const { last, session } = this;
    if (!session || !last || this.state.status !== 'awaiting_otp') return;
    this.set('verifying');
    try {
      await session.client.verifyOtp({ userId: last.userId, otp });
    } catch (error) {
      this.set('awaiting_otp', { error: error as PaygateError });
      return;
    }
    await this.charge();
  };

  /** After an error: charges again where that may help, or begins anew. */
  readonly retry = async (): Promise<void> => {
    if (this.state.status !== 'error') return;
    if (this.mayCharge) await this.charge();
    else {
      this.set('loading');
      await this.read();
    }
  };

  private async charge(): Promise<void> {
    const { session } = this;
    const { intent } = this.state;
    if (!session || !intent) return;
    this.set('charging');
    let charge: Charge;
    try {
      charge = await session.client.charge({ intentionId: intent.id });
    } catch (error) {
      this.mayCharge = (error as PaygateError).retryable;
      this.set('error', { error: error as PaygateError });
      // the intent may have ended in the meantime
      await this.read();
      return;
    }
    this.mayCharge = false;
    this.set(OUTCOMES[charge.status] ?? 'processing');
    await this.read();
  }

  private async read(): Promise<void> {
    const { session } = this;
    if (!session) return;
    let delayMs = IDLE_POLL_MS;
    try {
      const intent = await session.client.retrieveIntent(session.clientSecret);
      const outcome = OUTCOMES[intent.status];
      const { status, error } = this.state;
      this.set(outcome ?? (status === 'loading' ? 'ready' : status), { intent, error: outcome ? null : error });
      const leftMs = Date.parse(intent.expiresAt) - Date.now();
      delayMs = outcome ? PROCESSING_POLL_MS : Math.min(IDLE_POLL_MS, Math.max(PROCESSING_POLL_MS, leftMs));
    } catch (error) {
      if (this.state.status === 'loading') this.set('error', { error: error as PaygateError });
      else delayMs = PROCESSING_POLL_MS * 5;
    }
    clearTimeout(this.timer);
    if (this.listeners.size > 0 && !TERMINAL.includes(this.state.status))
      this.timer = setTimeout(() => void this.read(), delayMs);
  }

  private set(status: PaymentStatus, changes: Partial<PaymentState> = {}): void {
    this.state = { ...this.state, error: null, ...changes, status };
    for (const listener of this.listeners) listener();
  }
}
