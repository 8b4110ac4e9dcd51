import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { paymentMethodTypes } from '@paygate/contracts';
import type { RawAnswer, Target } from './raw-http.js';
import { RawConnection } from './raw-http.js';
import type { WebhookReceiver } from './webhook-receiver.js';

export interface Payer {
  readonly id: string;
  readonly phoneNumber: string;
  readonly password: string;
  /** The loopback address to pay from. */
  readonly from?: string;
}

export interface PaymentsJob {
  readonly gateway: Target;
  readonly inbox: Target;
  readonly receiver: { readonly port: number; readonly path: string; readonly secret: string };
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly payers: readonly Payer[];
  readonly pace:
    | { readonly kind: 'closed-loop'; readonly durationMs: number }
    | { readonly kind: 'steady'; readonly perSecond: number; readonly durationMs: number }
    | { readonly kind: 'open-loop'; readonly perSecond: number; readonly durationMs: number };
  /** Milliseconds for which a client repeats a request that is answered 429, 503 or 504; by default it does not. */
  readonly patienceMs?: number;
  /** The method of each charge; the user's wallet by default. */
  readonly method?: (typeof paymentMethodTypes)[number];
  /** The metadata of each intent. */
  readonly metadata?: Readonly<Record<string, string>>;
}

export interface PaymentsResult {
  readonly payments: number;
  /** Intents whose creation was answered. */
  readonly created: number;
  /** Payments that were completed within the duration that the job asked for. */
  readonly inTime: number;
  /** Payments that were due in an open loop while all payers were paying. */
  readonly withoutPayer: number;
  readonly failures: number;
  readonly firstFailure?: string;
  readonly durationMs: number;
  readonly wholeP50Ms: number;
  readonly chargeToWebhookP50Ms: number;
}

/** The connections of one payer. */
export interface Clients {
  readonly gateway: RawConnection;
  readonly inbox: RawConnection;
}

/** A payer who has signed in. */
export interface SignedIn extends Clients {
  readonly userToken: string;
  readonly patienceMs: number;
}

/** A payment as its page knows it. */
export interface Created {
  readonly intentId: string;
  readonly sessionToken: string;
}

/** A payment that only remains to be charged. */
export interface Prepared {
  readonly intentId: string;
  readonly token: string;
}

/** Pauses between two looks at the inbox double: payers who wait for long must not keep the processor busy. */
const INBOX_PAUSES_MS = { first: 4, longest: 512 };
const INBOX_PATIENCE_MS = 60_000;
const SIGN_IN_PATIENCE_MS = 120_000;
const BUSY: readonly number[] = [429, 503, 504];

/** Opens the connections of a payer and signs the payer in: a token outlasts a run. */
export async function openClients(job: PaymentsJob, { from, phoneNumber, password }: Payer): Promise<SignedIn> {
  const { gateway, inbox, publishableKey } = job;
  const target = from === undefined ? gateway : { ...gateway, from };
  const clients = { gateway: await RawConnection.open(target), inbox: await RawConnection.open(inbox) };
  const request = { headers: { 'x-api-key': publishableKey }, body: { phoneNumber, password }, expect: 200 };
  const signedIn = await post({ ...clients, patienceMs: SIGN_IN_PATIENCE_MS }, '/auth/web', request);
  return { ...clients, userToken: textOf(signedIn, 'token'), patienceMs: job.patienceMs ?? 0 };
}

export function closeClients({ gateway, inbox }: Clients): void {
  gateway.close();
  inbox.close();
}

/** Creates an intent. */
export async function create(job: PaymentsJob, clients: SignedIn): Promise<Created> {
  const secret = { 'x-api-key': job.secretKey, authorization: `Bearer ${job.secretKey}` };
  const { metadata = { orderId: '1001' } } = job;
  const intent = { amount: '5000', currency: 'XAF', description: 'Order 1001', metadata };
  const created = await post(clients, '/gateway', { headers: secret, body: intent, expect: 201 });
  return { intentId: textOf(created, 'id'), sessionToken: textOf(created, 'sessionToken') };
}

/** Init OTP, read the code, verify it. As the browser client does, it sends the tokens of user and session along. */
export async function authorise(
  job: PaymentsJob,
  { intentId, sessionToken }: Created,
  { payer, client: clients }: { readonly payer: Payer; readonly client: SignedIn },
): Promise<Prepared> {
  const { id: userId, phoneNumber } = payer;
  const seen = await newestMessage(clients, phoneNumber);
  const signedIn = { 'x-api-key': job.publishableKey, authorization: `Bearer ${clients.userToken}` };
  const session = { ...signedIn, 'x-session-token': sessionToken };
  const asked = { userId, channel: 'sms', intentionId: intentId };
  await post(clients, '/auth/otp/init', { headers: session, body: asked, expect: 202 });
  const otp = await nextCode(clients, phoneNumber, seen);
  const check = { userId, otp, intentionId: intentId };
  const verified = await post(clients, '/auth/otp/verify', { headers: session, body: check, expect: 200 });
  return { intentId, token: textOf(verified, 'token') };
}

/** Charges, waits for the webhook, and returns the milliseconds between the 202 of the charge and the webhook. */
export async function charge(
  job: PaymentsJob,
  { intentId, token }: Prepared,
  { client, receiver }: { readonly client: SignedIn; readonly receiver: WebhookReceiver },
): Promise<number> {
  const webhook = receiver.completionOf(intentId);
  // if the charge is refused, nothing awaits this promise
  webhook.catch(() => undefined);
  const tokens = { authorization: `Bearer ${client.userToken}`, 'x-otp-token': token };
  const headers = { 'x-api-key': job.publishableKey, ...tokens };
  const method = job.method === undefined ? {} : { paymentMethod: { type: job.method } };
  await post(client, '/payment/charge', { headers, body: { intentionId: intentId, ...method }, expect: 202 });
  const accepted = performance.now();
  return (await webhook) - accepted;
}

interface Post {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  readonly expect: number;
}

/** Sends a request. A patient client repeats it, under one idempotency key, after the pause that a busy service asks for. */
async function post(
  clients: Clients & { readonly patienceMs: number },
  path: string,
  request: Post,
): Promise<RawAnswer> {
  const end = performance.now() + clients.patienceMs;
  const key = clients.patienceMs > 0 ? { 'idempotency-key': randomUUID() } : {};
  const headers = { ...request.headers, ...key };
  for (;;) {
    const answer = await ask(clients, path, { ...request, headers });
    const { status, retryAfterSeconds = 1 } = answer;
    if (!BUSY.includes(status) || performance.now() > end) return expected(answer, path, request);
    // clients that were refused together do not come back together
    await delay((retryAfterSeconds + Math.random()) * 1_000);
  }
}

function ask({ gateway }: Clients, path: string, { headers, body }: Post): Promise<RawAnswer> {
  return gateway.ask({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', 'x-forwarded-proto': 'https', ...headers },
    body: JSON.stringify(body),
  });
}

function expected(answer: RawAnswer, path: string, { expect }: Post): RawAnswer {
  if (answer.status !== expect) throw new Error(`${path} answered ${answer.status}: ${answer.body.toString('utf8')}`);
  return answer;
}

async function nextCode(clients: Clients, phoneNumber: string, seen: string | undefined): Promise<string> {
  const deadline = performance.now() + INBOX_PATIENCE_MS;
  let pauseMs = INBOX_PAUSES_MS.first;
  while (performance.now() < deadline) {
    const newest = await newestMessage(clients, phoneNumber);
    const code = newest === seen ? undefined : newest?.match(/"text":"[^"]*?\b([0-9]{6})\b/)?.[1];
    if (code !== undefined) return code;
    await delay(pauseMs);
    pauseMs = Math.min(2 * pauseMs, INBOX_PAUSES_MS.longest);
  }
  throw new Error(`no code came within ${INBOX_PATIENCE_MS} ms`);
}

/** The newest message to a number as the inbox prints it. */
async function newestMessage({ inbox }: Clients, phoneNumber: string): Promise<string | undefined> {
  const path = `/messages?to=${encodeURIComponent(phoneNumber)}&limit=1`;
  const { status, body } = await inbox.ask({ method: 'GET', path, headers: {} });
  if (status !== 200) throw new Error(`the inbox answered ${status}`);
  const end = body.indexOf('}');
  return end < 0 ? undefined : body.toString('utf8', 0, end);
}

function textOf(answer: RawAnswer, name: string): string {
  const value = (JSON.parse(answer.body.toString('utf8')) as Record<string, unknown>)[name];
  if (typeof value !== 'string') throw new Error(`an answer has no ${name}`);
  return value;
}
