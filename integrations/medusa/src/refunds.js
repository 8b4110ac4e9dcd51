import { setTimeout } from 'node:timers/promises';
import { MedusaError } from '@medusajs/framework/utils';
import { refundPaymentWorkflow } from '@medusajs/medusa/core-flows';
import { connection, refused } from './connection.js';
import { refundsOf, wholeAmount } from './payments.js';

const ENDED = ['COMPLETED', 'FAILED'];
const WAIT_MS = 20_000;

/** Refunds that Paygate has and the shop takes over now, by payment: the provider asks for none of them again. */
const takenOver = new Map();

/** Refunds a payment for a row of the shop, once: the row names the key. */
export async function refund(intentId, amount, currency, row) {
  const whole = wholeAmount(amount, currency);
  if (takenOver.get(intentId) === whole) {
    takenOver.delete(intentId);
    return;
  }
  const asked = await ask(intentId, whole, row).catch(refused);
  if ((await ended(asked)).status === 'FAILED')
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, `Paygate could not refund: ${asked.id} has failed.`);
}

/** Makes the refunds of a payment the same in both books: those that the shop does not have, and those that were asked for and never arrived. */
export async function settleRefunds(container, payment) {
  const intentId = payment.data.intent_id;
  const theirs = await refundsOf(intentId);
  const rows = payment.refunds ?? [];
  const isSame = (row, each) => each.metadata?.refund === row.id || row.metadata?.paygate_refund === each.id;
  for (const row of rows)
    if (!row.metadata?.paygate_refund && !theirs.some((each) => isSame(row, each)))
      await ask(intentId, wholeAmount(row.amount, payment.currency_code), row.id);
  for (const each of theirs)
    if (each.status === 'COMPLETED' && !rows.some((row) => isSame(row, each))) await takeOver(container, payment, each);
}

async function takeOver(container, payment, { id, amount, paymentIntentId }) {
  takenOver.set(paymentIntentId, amount);
  try {
    const input = { payment_id: payment.id, amount: Number(amount), note: id, metadata: { paygate_refund: id } };
    await refundPaymentWorkflow(container).run({ input });
  } finally {
    takenOver.delete(paymentIntentId);
  }
}

function ask(intentId, amount, row) {
  const { client, shop } = connection();
  const body = { amount, metadata: { shop, refund: row } };
  return client.refunds.create(intentId, body, { idempotencyKey: `${shop}-${row}` });
}

/** Waits a while for the end of a refund, because Medusa knows no refund that fails later. */
async function ended(asked) {
  for (const until = Date.now() + WAIT_MS; !ENDED.includes(asked.status) && Date.now() < until;) {
    await setTimeout(500);
    asked = await connection().client.refunds.retrieve(asked.id);
  }
  return asked;
}
