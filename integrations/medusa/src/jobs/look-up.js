import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils';
import { PROVIDER, paymentsOf } from '../payments.js';
import { settle } from '../settle.js';

const MINUTE_MS = 60_000;
const PAGE = 100;
/** Sessions are looked up each minute while their page can be paid, and each hour for a week afterwards, when there may be refunds. */
const OFTEN_MS = 120 * MINUTE_MS;
const SELDOM_MS = 7 * 24 * 60 * MINUTE_MS;

/** Finds what no webhook has reported. It leaves the first minute of a session to the webhook, so the two do not meet at one cart. */
export default async function lookUp(container) {
  const payments = container.resolve(Modules.PAYMENT);
  const now = Date.now();
  const since = new Date(now).getUTCMinutes() === 0 ? SELDOM_MS : OFTEN_MS;
  const created = { $gt: new Date(now - since), $lt: new Date(now - MINUTE_MS) };
  const filters = { provider_id: PROVIDER, created_at: created };
  const sessions = [];
  for (let skip = 0; skip === sessions.length; skip += PAGE)
    sessions.push(...(await payments.listPaymentSessions(filters, { skip, take: PAGE, order: { id: 'ASC' } })));
  for (const { data } of sessions) await attempt(container, data.cart_id);
}

/** Looks at one cart. Its fault keeps no other from being looked at, and the next minute tries again. */
async function attempt(container, cart) {
  try {
    for (const intent of await paymentsOf(cart)) await settle(container, intent);
  } catch (error) {
    container.resolve(ContainerRegistrationKeys.LOGGER).error(`paygate: ${cart}: ${error.message}`);
  }
}

export const config = { name: 'paygate-look-up', schedule: '* * * * *' };
