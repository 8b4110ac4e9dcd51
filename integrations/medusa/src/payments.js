import { BigNumber, MedusaError } from '@medusajs/framework/utils';
import { connection, refused } from './connection.js';

/** The provider as Medusa names it: `id` in the configuration of the shop is `paygate`. */
export const PROVIDER = 'pp_paygate_paygate';
/** In the metadata of a cart and of its order: the id of the cart. */
export const OF_CART = 'paygate_cart';
const OPEN = ['PENDING', 'REQUIRES_ACTION'];
const TAKEN = ['PROCESSING', 'COMPLETED'];

/** True for a payment that its customer can still begin to pay. */
export const isOpen = ({ status }) => OPEN.includes(status);

/** An amount as Paygate has it. Francs have no cents: another amount is refused, never rounded. */
export function wholeAmount(amount, currency) {
  const { numeric } = new BigNumber(amount);
  if (!Number.isSafeInteger(numeric) || numeric <= 0)
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `${currency.toUpperCase()} has no cents: ${numeric} cannot be paid. Use whole prices that include taxes.`,
    );
  return String(numeric);
}

/** The payments of a cart, newest first: the id of the cart is their reference, and of them at most one is open or completed. */
export async function paymentsOf(cart) {
  const { client, shop } = connection();
  const found = [];
  for await (const intent of client.paymentIntents.list({ reference: cart, limit: 100 }))
    if (intent.metadata?.shop === shop) found.push(intent);
  return found;
}

/** The refunds of a payment that have not failed. */
export async function refundsOf(intentId) {
  const found = [];
  for await (const refund of connection().client.refunds.listForIntent(intentId, { limit: 100 }))
    if (refund.status !== 'FAILED') found.push(refund);
  return found;
}

/** The payment that pays a cart: completed, of the amount of the session, and not given back. */
export async function paymentThatPays({ cart_id: cart, amount, currency }) {
  for (const intent of await paymentsOf(cart)) {
    const isOwed = intent.status === 'COMPLETED' && intent.amount === amount && intent.currency === currency;
    if (isOwed && (await refundsOf(intent.id)).length === 0) return intent;
  }
  return undefined;
}

/** Ends an open payment, so that nobody can pay it any more. Refuses where somebody is paying, or has paid. */
export async function end(intent) {
  if (isOpen(intent)) {
    try {
      intent = await connection().client.paymentIntents.cancel(intent.id);
    } catch (error) {
      intent = await connection().client.paymentIntents.retrieveById(intent.id);
      if (isOpen(intent)) throw error;
    }
  }
  if (TAKEN.includes(intent.status))
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      'This cart is being paid or is paid. Nothing more is to be paid.',
    );
}

/** Begins a payment of a session, and returns what the session remembers of it. */
export async function begin({ cart_id: cart, session_id: session }, given, currency) {
  const { client, shop, returnUrl } = connection();
  const amount = wholeAmount(given, currency);
  const before = await paymentsOf(cart);
  for (const intent of before) await end(intent);
  const page = returnUrl.replaceAll('{cart}', encodeURIComponent(cart));
  const order = {
    amount,
    currency: currency.toUpperCase(),
    reference: cart,
    metadata: { shop, cart, session },
    returnUrl: page,
    cancelUrl: page,
    expiresIn: 1800,
  };
  // a session may begin a payment again when its amount has changed
  const idempotencyKey = `${shop}-${session}-${before.length + 1}`;
  const intent = await client.paymentIntents.create(order, { idempotencyKey }).catch(refused);
  return {
    cart_id: cart,
    session_id: session,
    intent_id: intent.id,
    amount,
    currency: intent.currency,
    checkout_url: intent.checkoutUrl,
  };
}
