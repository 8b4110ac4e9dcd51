/**
 * Makes real payments on a running stack, from the wallet of its first user, if it has users, and by mobile money, and prints each step
 * with its time: intent, one-time password from the inbox, verification, charge, approval on the phone, and the signed webhook at the
 * demo merchant.
 *
 * PAYGATE_STACK_FILE names the stack's stack.json. Exits with 1 when a step fails. PAID_FILE records the merchant and the customer of
 * the last completed payment, and the link of a payment page that waits for a person: when the installation's team has suspended that merchant
 * since, or the customer's password was changed, the payment is skipped and does not count as a failure.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, PaygateHttp, Stack, StackUser } from '@paygate/testing';
import { deliveryOf, inboxMessages, newCode, readStack, stackClient } from '@paygate/testing';
import { readJsonFile, writeJsonFile } from './json-file.js';

/** A deliberate change that makes the payment impossible, and the error code that shows it. */
interface Obstacle {
  readonly code: string;
  readonly text: string;
}
const SUSPENDED: Obstacle = {
  code: 'merchant_inactive',
  text: 'the demo merchant is suspended; `npm run operator -- merchant <id> resume` resumes it',
};
const OTHER_PASSWORD: Obstacle = {
  code: 'credentials_invalid',
  text: 'the password of the customer was changed; `npm run reset` deletes all data',
};

/** The merchant and the customer of the last completed payment. */
interface Paid {
  readonly merchantId: string;
  readonly userId?: string;
  /** A payment page that a person may pay within a day; absent where the stack has none. */
  readonly paymentPage?: string;
}

const TO_BE_PAID = { amount: '1500', currency: 'XAF', description: 'Order 1003', expiresIn: 86_400 };

/** The time within which services must answer again after a restart of an engine. */
const RECOVERY_MS = 30_000;
const RETRY_MS = 500;

class PaymentSkipped extends Error {
  override readonly name = 'PaymentSkipped';
}

const stack = readStack();
const api = stackClient(stack);
const paidFile = process.env['PAID_FILE'];

try {
  const paid = await pay(api, stack);
  if (paidFile !== undefined) writeJsonFile(paidFile, paid);
} catch (error) {
  if (error instanceof PaymentSkipped) console.log(`  – payment skipped: ${error.message}`);
  else {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
} finally {
  api.close();
}

async function pay(client: PaygateHttp, on: Stack): Promise<Paid> {
  const paid = paidFile === undefined ? undefined : (readJsonFile(paidFile) as Paid | undefined);
  const suspended = paid?.merchantId === on.merchant.id ? SUSPENDED : undefined;
  const [payer] = on.users;
  if (payer !== undefined)
    await payFromWallet(client, on, {
      payer,
      suspended,
      changed: paid?.userId === payer.id ? OTHER_PASSWORD : undefined,
    });
  await payByMobileMoney(client, on, suspended);
  const { checkoutUrl } = await step('a payment of 1500 XAF waits for you on the payment page', () =>
    answered(201, () => client.createIntent(TO_BE_PAID)),
  );
  const page = checkoutUrl === null ? {} : { paymentPage: checkoutUrl };
  return { merchantId: on.merchant.id, ...(payer === undefined ? {} : { userId: payer.id }), ...page };
}

interface FromWallet {
  readonly payer: StackUser;
  readonly suspended: Obstacle | undefined;
  readonly changed: Obstacle | undefined;
}

async function payFromWallet(client: PaygateHttp, on: Stack, { payer, suspended, changed }: FromWallet): Promise<void> {
  const seen = await inboxMessages(on, payer.phoneNumber);
  const order = { amount: '5000', currency: 'XAF', description: 'Order 1001', metadata: { orderId: '1001' } };
  const intent = await step('merchant creates a payment intent of 5000 XAF', () =>
    answered(201, () => client.createIntent(order), suspended),
  );
  const customer = await step('customer signs in', () =>
    answered(200, () => client.signIn(payer.phoneNumber, payer.password), changed),
  );
  await step('customer requests a one-time password', () => answered(202, () => client.initOtp(customer.id)));
  const code = await step('the code arrives by SMS', () => newCode(on, payer.phoneNumber, seen));
  const { token } = await step('customer enters the code', () =>
    answered(200, () => client.verifyOtp(customer.id, code)),
  );
  await step('customer confirms the charge', () => answered(202, () => client.charge(intent.id, token)));
  await step('merchant receives payment.completed, signature verified', () =>
    deliveryOf(on, intent.id, 'payment.completed'),
  );
  await step('the intent is COMPLETED', async () => {
    const { body } = await client.retrieveIntent(intent.sessionToken);
    if (body['status'] !== 'COMPLETED') throw new Error(`the intent is ${String(body['status'])}`);
  });
}

/**
 * A guest whose phone approves by itself: its number ends in 01, for which the rail simulator succeeds. Each start takes another
 * number, because an operator prompts one phone a few times within ten minutes.
 */
async function payByMobileMoney(client: PaygateHttp, on: Stack, suspended?: Obstacle): Promise<void> {
  console.log('by mobile money:');
  // of the numbers that no load has
  const phone = `+237679${String(randomInt(1e4)).padStart(4, '0')}01`;
  const order = { amount: '2500', currency: 'XAF', description: 'Order 1002' };
  const intent = await step('merchant creates a payment intent of 2500 XAF', () =>
    answered(201, () => client.createIntent(order), suspended),
  );
  const token = await step('a guest confirms it with a one-time password', async () => {
    const seen = await inboxMessages(on, phone);
    const { otpId } = await answered(202, () => client.initGuestOtp(intent, phone));
    const code = await newCode(on, phone, seen);
    return (await answered(200, () => client.verifyGuestOtp(otpId, code, { intentionId: intent.id }))).token;
  });
  await step('the guest pays by mobile money, and MTN asks the phone', () =>
    answered(202, () => client.chargeByMobileMoney(intent.id, token)),
  );
  await step('the phone approves; merchant receives payment.completed', () =>
    deliveryOf(on, intent.id, 'payment.completed'),
  );
}

async function step<Result>(what: string, run: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  try {
    const result = await run();
    console.log(`  ✓ ${what.padEnd(64)}${(performance.now() - started).toFixed(0).padStart(6)} ms`);
    return result;
  } catch (error) {
    if (!(error instanceof PaymentSkipped)) console.log(`  ✗ ${what}`);
    throw error;
  }
}

function codeOf({ body }: Answer<unknown>): unknown {
  return (body as { readonly code?: unknown }).code;
}

/** Repeats the request while the answer is 503, after which nothing was executed: an engine may have been restarted. */
async function answered<Body>(status: number, send: () => Promise<Answer<Body>>, obstacle?: Obstacle): Promise<Body> {
  const giveUpAt = performance.now() + RECOVERY_MS;
  let answer = await send();
  while (answer.status === 503 && performance.now() < giveUpAt) {
    await delay(RETRY_MS);
    answer = await send();
  }
  if (obstacle !== undefined && codeOf(answer) === obstacle.code) throw new PaymentSkipped(obstacle.text);
  if (answer.status !== status) throw new Error(`expected ${status}, got ${answer.status}: ${answer.text}`);
  return answer.body;
}
