import { ContainerRegistrationKeys, MedusaError, Modules } from '@medusajs/framework/utils';
import { completeCartWorkflow } from '@medusajs/medusa/core-flows';
import { connection } from './connection.js';
import { OF_CART, refundsOf } from './payments.js';
import { settleRefunds } from './refunds.js';

/** Emitted for money that fits no order, so that a person looks at it: `{ intent_id, cart_id, reason }`. */
export const TO_CHECK = 'paygate.payment_to_check';

/** What Medusa answers about a cart that it cannot complete now, as when the stock has ended: later it may. */
const REFUSALS = [MedusaError.Types.NOT_ALLOWED, MedusaError.Types.INVALID_DATA];

/** Payments that this process has reported: the look-up finds them each minute. */
const reported = new Set();

/** Takes over an event of Paygate, whether it was delivered or read. It may come twice, and in any order. */
export async function settleEvent(container, event) {
  // an endpoint of test mode, left behind when the key became a live one, must pay no order
  if (event.mode !== connection().mode) return;
  const { paymentIntent, refund } = event.data ?? {};
  if (paymentIntent?.metadata) await settle(container, paymentIntent);
  if (refund) await settle(container, await connection().client.paymentIntents.retrieveById(refund.paymentIntentId));
}

/** Makes the order of a payment that is completed, and its refunds, unless it has been done. What fails is thrown, so that it comes again. */
export async function settle(container, intent) {
  const { shop, cart } = intent.metadata ?? {};
  if (shop !== connection().shop || intent.status !== 'COMPLETED') return;
  const { collection, orderId } = await stateOf(container, cart);
  const payments = collection.payments ?? [];
  const payment = payments.find(({ data }) => data?.intent_id === intent.id);
  if (payment !== undefined && orderId !== undefined) {
    if (intent.amountRefunded !== '0' || (payment.refunds ?? []).length > 0) await settleRefunds(container, payment);
  } else if (payments.length > 0 && orderId !== undefined) {
    await report(container, intent, 'its order is paid by another payment');
  } else if ((await refundsOf(intent.id)).length === 0) {
    const owed = [String(collection.amount), collection.currency_code.toUpperCase()];
    if (owed[0] !== intent.amount || owed[1] !== intent.currency)
      await report(container, intent, `its cart costs ${owed.join(' ')}`);
    else
      await makeOrder(container, cart).catch(async (error) => {
        if (!REFUSALS.includes(error.type)) throw error;
        await report(container, intent, error.message);
      });
  }
}

/** Completes a cart, also one whose order was half made when the shop lost its power. */
async function makeOrder(container, cart) {
  // whoever completes a cart holds this lock, and one of a shop that was killed ends by itself
  await container.resolve(Modules.LOCKING).execute([cart], () => forgetHalfMade(container, cart), { timeout: 30 });
  await completeCartWorkflow(container).run({ input: { id: cart } });
}

/** Takes back an order of a cart that has no payment: Medusa takes the payment last, so it was interrupted before. */
async function forgetHalfMade(container, cart) {
  const { collection } = await stateOf(container, cart);
  const orders = container.resolve(Modules.ORDER);
  if ((collection.payments ?? []).length > 0) return;
  for (const { id, items } of await orders.listOrders({ metadata: { [OF_CART]: cart } }, { relations: ['items'] })) {
    const order = { [Modules.ORDER]: { order_id: id } };
    await container.resolve(Modules.INVENTORY).deleteReservationItemsByLineItem(items.map((item) => item.id));
    await container.resolve(ContainerRegistrationKeys.LINK).dismiss([
      { ...order, [Modules.CART]: { cart_id: cart } },
      { ...order, [Modules.PAYMENT]: { payment_collection_id: collection.id } },
    ]);
    await orders.softDeleteOrders([id]);
    await container.resolve(Modules.CART).updateCarts(cart, { completed_at: null });
  }
}

async function stateOf(container, cart) {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const read = async (entity, fields) => (await query.graph({ entity, fields, filters: { cart_id: cart } })).data[0];
  const fields = ['id', 'amount', 'currency_code', 'payments.*', 'payments.refunds.*'];
  const link = await read('cart_payment_collection', [
    'cart_id',
    ...fields.map((field) => `payment_collection.${field}`),
  ]);
  if (!link?.payment_collection)
    throw new Error(`Paygate has a payment of the cart ${cart}, which the shop does not have`);
  return { collection: link.payment_collection, orderId: (await read('order_cart', ['order_id']))?.order_id };
}

async function report(container, { id, metadata }, reason) {
  if (reported.has(id)) return;
  reported.add(id);
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .error(`paygate: ${id} is completed, but ${reason}: refund it, or deliver`);
  const data = { intent_id: id, cart_id: metadata.cart, reason };
  await container.resolve(Modules.EVENT_BUS).emit({ name: TO_CHECK, data });
}
