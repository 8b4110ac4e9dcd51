import type { ChargeFailed, DecidedBy, DeclineCode, PaymentIntent } from '@paygate/contracts';
import { chargeFailed, chargeSucceeded, getRetryOptions, retryIntent } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { accepted } from '../intents-under-test.js';
import type { IntentsUnderTest } from '../intents-under-test.js';

/** Tries of orders, with a charging that declines or completes what a test says. */
export class Retrying {
  constructor(private readonly intents: IntentsUnderTest) {}

  owner() {
    return { merchantId: this.intents.merchantId, mode: 'test' as const };
  }

  /** An order with a reference that may be tried again. */
  order(change: Parameters<IntentsUnderTest['created']>[0] = {}): Promise<PaymentIntent> {
    return this.intents.created({ reference: newId('request'), checkoutRetries: 3, ...change });
  }

  /** Charges an intent, and has the charge declined. Without a decider it is as the version before reported it. */
  async decline(
    intent: PaymentIntent,
    code: DeclineCode = 'insufficient_funds',
    decidedBy?: DecidedBy,
  ): Promise<PaymentIntent> {
    const decider = decidedBy === undefined ? {} : { decidedBy };
    const failure = { code, message: 'No.', nextStep: 'other_method', ...decider } as const;
    await this.intents.charging.emit(chargeFailed, { ...(await this.charged(intent)), ...failure });
    return this.reaches(intent, 'FAILED');
  }

  /** Charges an intent, and has the charge completed. */
  async pay(intent: PaymentIntent): Promise<PaymentIntent> {
    await this.intents.charging.emit(chargeSucceeded, {
      ...(await this.charged(intent)),
      fee: '0',
      net: intent.amount,
    });
    return this.reaches(intent, 'COMPLETED');
  }

  async declined(change: Parameters<IntentsUnderTest['created']>[0] = {}): Promise<PaymentIntent> {
    return this.decline(await this.order(change));
  }

  retry({ id }: Pick<PaymentIntent, 'id'>, newIntentId = newId('intent')) {
    return this.intents.send(retryIntent, { intentId: id, newIntentId, ...this.owner() });
  }

  async options({ id }: Pick<PaymentIntent, 'id'>) {
    return accepted(await this.intents.send(getRetryOptions, { intentId: id, ...this.owner() }));
  }

  async charged(intent: PaymentIntent): Promise<Omit<ChargeFailed, 'code' | 'message' | 'nextStep'>> {
    const { id: intentId, merchantId, mode, amount, currency } = intent;
    const { id: chargeId } = accepted(await this.intents.charge(intentId, this.intents.token(intent)));
    return { chargeId, intentId, merchantId, mode, amount, currency, occurredAt: new Date().toISOString() };
  }

  private reaches({ id }: PaymentIntent, status: PaymentIntent['status']): Promise<PaymentIntent> {
    return eventually(async () => {
      const now = accepted(await this.intents.read(id));
      return now.status === status ? now : undefined;
    });
  }
}
