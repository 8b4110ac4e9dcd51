import { AbstractPaymentProvider, MedusaError, ModuleProvider, Modules } from '@medusajs/framework/utils';
import { check, connect } from './connection.js';
import { begin, end, paymentThatPays, paymentsOf, wholeAmount } from './payments.js';
import { refund } from './refunds.js';

/**
 * Payments of carts on Paygate's payment page. Paygate takes the money at once, so a payment is captured when it is authorized. The session of a cart
 * remembers the address of its page, and whether it is paid is asked of Paygate each time.
 */
export class PaygateProvider extends AbstractPaymentProvider {
  static identifier = 'paygate';

  static validateOptions(options) {
    check(options);
  }

  async initiatePayment({ amount, currency_code: currency, data }) {
    if (!data?.cart_id)
      throw new MedusaError(MedusaError.Types.INVALID_DATA, 'Paygate takes payments of carts, begun by the store API.');
    const session = await begin(data, amount, currency);
    return { id: session.intent_id, status: 'pending', data: session };
  }

  /** Begins another payment when the amount has changed: the page of the first cannot be paid any more. */
  async updatePayment({ amount, currency_code: currency, data }) {
    const isSame = data.amount === wholeAmount(amount, currency) && data.currency === currency.toUpperCase();
    return { data: isSame ? data : await begin(data, amount, currency) };
  }

  /** Ends the payments of a session, those of further tries, too. A session that is being paid stays. */
  async deletePayment({ data }) {
    if (!data?.cart_id || !data.session_id) return { data };
    for (const intent of await paymentsOf(data.cart_id))
      if (intent.metadata.session === data.session_id) await end(intent);
    return { data };
  }

  async authorizePayment({ data }) {
    const intent = await paymentThatPays(data);
    return intent === undefined
      ? { status: 'requires_more', data }
      : { status: 'captured', data: { ...data, intent_id: intent.id } };
  }

  async getPaymentStatus({ data }) {
    const { status } = await this.authorizePayment({ data });
    return { status, data };
  }

  async capturePayment({ data }) {
    return { data };
  }

  /** Refuses for a payment that is completed: money goes back by a refund. */
  async cancelPayment({ data }) {
    for (const intent of await paymentsOf(data.cart_id)) await end(intent);
    return { data };
  }

  async refundPayment({ data, amount, context }) {
    await refund(data.intent_id, amount, data.currency, context.idempotency_key);
    return { data };
  }

  async retrievePayment({ data }) {
    return { data };
  }

  /** Nothing: Medusa answers its own address for webhooks before it looks at them, so events go to `/hooks/paygate`. */
  async getWebhookActionAndData() {
    return { action: 'not_supported' };
  }
}

/** Connects when Medusa starts: it makes the provider itself only when it is first used, and the webhook may come before. */
async function load({ options }) {
  connect(options);
}

export default ModuleProvider(Modules.PAYMENT, { services: [PaygateProvider], loaders: [load] });
