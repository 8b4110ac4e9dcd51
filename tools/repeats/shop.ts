import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Answer, PaygateHttp, Stack } from '@paygate/testing';
import { eventually, inboxMessages, newCode, stackClient } from '@paygate/testing';
import { destinationOf, good, provenOwner } from '../stack/destination.js';
import { repositoryRoot } from '../stack/own-stack.js';

/** A request that a client repeats. */
export interface RepeatedRequest {
  readonly kind: string;
  readonly path: string;
  /** `name=value`, besides the metadata that each client sends. */
  readonly fields: readonly string[];
  /** The number of objects that the request has made, once its repetitions were answered. */
  readonly effects: () => Promise<number>;
}

const PATIENCE = { timeoutMs: 120_000 };
const KILLED = ['gateway', 'intents', 'charging'];
const AMOUNT = '5000';

/** The demo merchant of a stack, with money and a destination of payouts. */
export class Shop {
  private constructor(
    private readonly stackFile: string,
    private readonly api: PaygateHttp,
    private readonly destinationId: string,
  ) {}

  static async open(stackFile: string): Promise<Shop> {
    const stack = readStack(stackFile);
    const api = stackClient(stack);
    return new Shop(stackFile, api, await destinationOf(await provenOwner(stack, api), api, '+237677000001'));
  }

  /** A creation, a refund and a payout of their own for one client. */
  async requests(client: string): Promise<readonly RepeatedRequest[]> {
    const paid = await this.#paid();
    const reference = `order-${client}-${randomUUID()}`;
    const reason = `for ${reference}`;
    return [
      {
        kind: 'creation',
        path: '/gateway',
        fields: [`amount=${AMOUNT}`, 'currency=XAF', 'description=thé', `reference=${reference}`],
        effects: () => this.#count(`/gateway?reference=${reference}`),
      },
      {
        kind: 'refund',
        path: `/gateway/${paid}/refunds`,
        fields: ['amount=100', `reason=${reason}`],
        effects: () => this.#count(`/gateway/${paid}/refunds`),
      },
      {
        kind: 'payout',
        path: '/payouts',
        fields: [`destinationId=${this.destinationId}`, 'amount=500', `reason=${reason}`],
        effects: () => this.#count('/payouts?limit=100', (payout) => payout['reason'] === reason),
      },
    ];
  }

  /** Posts this text under an idempotency key. */
  post(path: string, text: string, key: string): Promise<Answer> {
    const headers = { ...this.#server(), 'idempotency-key': key };
    return this.api.request({ method: 'POST', path, headers, body: text });
  }

  /** Kills the gateway, intents and charging; returns their process ids. */
  kill(): readonly number[] {
    const pids = pidsOf(readStack(this.stackFile));
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    return pids;
  }

  /** Kills the gateway, intents and charging, and waits until they have been started again and answer. */
  async crash(): Promise<void> {
    const before = this.kill();
    await eventually(
      () => pidsOf(readStack(this.stackFile)).every((pid) => pid > 0 && !before.includes(pid)),
      PATIENCE,
    );
    await this.answers();
  }

  /** Waits until intents and charging answer. */
  async answers(): Promise<void> {
    await eventually(async () => (await this.#ask('/balance').catch(() => undefined))?.status === 200, PATIENCE);
    await eventually(
      async () => (await this.#ask('/gateway?limit=1').catch(() => undefined))?.status === 200,
      PATIENCE,
    );
  }

  async #count(path: string, isIt: (item: Readonly<Record<string, unknown>>) => boolean = () => true): Promise<number> {
    const { body } = good(200, await this.#ask(path));
    return (body['data'] as readonly Readonly<Record<string, unknown>>[]).filter(isIt).length;
  }

  #ask(path: string): Promise<Answer> {
    return this.api.request({ method: 'GET', path, headers: this.#server() });
  }

  #server(): Readonly<Record<string, string>> {
    return { authorization: `Bearer ${readStack(this.stackFile).merchant.secretKey}` };
  }

  /** A completed payment from a wallet. */
  async #paid(): Promise<string> {
    const stack = readStack(this.stackFile);
    const user = stack.users.find(({ walletBalance }) => walletBalance !== '0');
    if (user === undefined) throw new Error('no user of the stack has money');
    const { id } = good(201, await this.api.createIntent({ amount: AMOUNT, currency: 'XAF' })).body;
    const seen = await inboxMessages(stack, user.phoneNumber);
    good(202, await this.api.initOtp(user.id, { intentionId: id }));
    const code = await newCode(stack, user.phoneNumber, seen);
    const { token } = good(200, await this.api.verifyOtp(user.id, code, { intentionId: id })).body;
    good(202, await this.api.charge(id, token));
    await eventually(async () => (await this.#ask(`/gateway/${id}`)).body['status'] === 'COMPLETED', PATIENCE);
    return id;
  }
}

function readStack(file: string): Stack {
  const stack = JSON.parse(readFileSync(file, 'utf8')) as Stack;
  return { ...stack, gateway: { ...stack.gateway, ca: resolve(repositoryRoot, stack.gateway.ca) } };
}

function pidsOf({ services }: Stack): readonly number[] {
  return services.filter(({ service }) => KILLED.includes(service)).map(({ pid }) => pid);
}
