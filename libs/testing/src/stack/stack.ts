import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DataService } from '@paygate/contracts';
import { PaygateHttp } from './http-client.js';
import { eventually } from '../patience.js';

/** stack.json of a running stack, as far as suites and demos use it. */
export interface Stack {
  readonly gateway: { readonly url: string; readonly ca: string };
  readonly inbox: { readonly url: string };
  /** The simulated operators, their control plane, and the page on which payers approve. */
  readonly rails: {
    readonly url: string;
    readonly control: string;
    readonly phone: string;
    readonly momo: Readonly<Record<'targetEnvironment' | 'subscriptionKey' | 'apiUser' | 'apiKey', string>>;
  };
  readonly merchant: {
    readonly id: string;
    readonly publishableKey: string;
    readonly secretKey: string;
    readonly webhookSecret: string;
    readonly webhookReceiver: { readonly url: string };
    readonly owner: { readonly memberId: string; readonly email: string; readonly password: string };
  };
  /** The merchant dashboard, and the owner who signs in there. */
  readonly dashboard: { readonly url: string; readonly email: string; readonly password: string };
  /** An address to which deliveries may go, and on which nothing listens. */
  readonly ownEndpoint: { readonly url: string };
  readonly users: readonly StackUser[];
  readonly services: readonly StackService[];
  readonly engines: readonly { readonly name: string; readonly pid: number }[];
  readonly kafka: readonly string[];
  /** URLs of the engines, as roles that may do everything. */
  readonly postgres: string;
  readonly redis: string;
  /** The databases of the services under a role that may only read. */
  readonly auditor: {
    readonly databases: Readonly<Record<DataService, string>>;
  };
}

/** One process of a service: the first of them bears the service's name. */
export interface StackService {
  readonly name: string;
  readonly service: string;
  /** 0 while it is down. */
  readonly pid: number;
  readonly healthUrl: string;
  /** The URL at which it serves requests other than probes. */
  readonly url?: string;
}

export interface StackUser {
  readonly id: string;
  readonly phoneNumber: string;
  readonly password: string;
  readonly walletBalance: string;
}

/** A message of the test inbox. */
export interface InboxMessage {
  readonly to: string;
  readonly channel: string;
  readonly text: string;
  readonly sentAt: string;
}

/** A delivery that the demo merchant's receiver remembers. */
export interface ReceivedDelivery {
  readonly receivedAt: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: string;
  readonly verified: boolean;
}

const FETCH_MS = 15_000;

/** Reads the stack of a file: that which PAYGATE_STACK_FILE names, else the one that `npm start` runs here. */
export function readStack(file = stackFile()): Stack {
  return JSON.parse(readFileSync(file, 'utf8')) as Stack;
}

/** The folder of the stack's own files. */
export function stackFolder(): string {
  return dirname(stackFile());
}

function stackFile(): string {
  return process.env['PAYGATE_STACK_FILE'] ?? '.local/stack.json';
}

/** A client with the demo merchant's keys, whose users sign in before they pay from their wallets. */
export function stackClient({ gateway, merchant, users }: Stack): PaygateHttp {
  return new PaygateHttp({ baseUrl: gateway.url, ca: readFileSync(gateway.ca, 'utf8'), ...merchant, users });
}

/** A gateway of the stack. */
export interface StackGateway {
  readonly api: PaygateHttp;
  readonly healthUrl: string;
}

/** Every gateway of the stack, with a client of its own. */
export function gatewaysOf(stack: Stack): readonly StackGateway[] {
  return stack.services
    .filter(({ service }) => service === 'gateway')
    .map(({ url = '', healthUrl }) => {
      return { api: stackClient({ ...stack, gateway: { ...stack.gateway, url } }), healthUrl };
    });
}

/** Messages to a phone number or e-mail address, or to all of them; newest first. */
export async function inboxMessages({ inbox }: Stack, to = ''): Promise<readonly InboxMessage[]> {
  return (await fetchJson(`${inbox.url}/messages?to=${encodeURIComponent(to)}`)) as readonly InboxMessage[];
}

/** The code of the newest message to a phone number or e-mail address that is not among those seen before. */
export function newCode(stack: Stack, to: string, seen: readonly InboxMessage[]): Promise<string> {
  return eventually(async () => {
    const messages = await inboxMessages(stack, to);
    return messages.length > seen.length ? messages[0]?.text.match(/\b[0-9]{6}\b/)?.[0] : undefined;
  });
}

/** The deliveries that the receiver has, newest first; those whose bodies contain a text, or all. */
export async function receivedDeliveries({ merchant }: Stack, about = ''): Promise<readonly ReceivedDelivery[]> {
  const url = `${merchant.webhookReceiver.url}/received?about=${encodeURIComponent(about)}`;
  return (await fetchJson(url)) as readonly ReceivedDelivery[];
}

/** Deliveries about one intent that the receiver has, newest first. */
export function deliveriesOf(stack: Stack, intentId: string): Promise<readonly ReceivedDelivery[]> {
  return receivedDeliveries(stack, `"${intentId}"`);
}

/** Waits for the first verified delivery of one type about one intent. */
export function deliveryOf(stack: Stack, intentId: string, type: string): Promise<ReceivedDelivery> {
  return eventually(async () =>
    (await deliveriesOf(stack, intentId)).find(
      ({ rawBody, verified }) => verified && rawBody.includes(`"type":"${type}"`),
    ),
  );
}

async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.json();
}
