import { randomBytes } from 'node:crypto';
import type {
  CommandContract,
  CreateWebhookEndpointCommand,
  IntentChanged,
  KeyWorkEnded,
  OperatorChanged,
  PaymentIntent,
  PayoutBatchMoved,
  PayoutEnded,
  Reply,
  Sealed,
  WebhookSecretIssued,
} from '@paygate/contracts';
import {
  createWebhookEndpoint,
  intentCompleted,
  keyWorkEnded,
  merchantVersionPinned,
  operatorDegraded,
  payoutBatchApproved,
  payoutBatchCompleted,
  payoutCompleted,
  payoutFailed,
} from '@paygate/contracts';
import { newId, parseKeyring, Sealer } from '@paygate/platform';
import type { Child, CommandClient, Neighbour, RunningApp, TestDatabase } from '@paygate/testing';
import {
  commandClient,
  eventually,
  startApp,
  startChild,
  startNeighbour,
  testDatabase,
  testKeys,
  testTopics,
} from '@paygate/testing';
import { AppModule } from '../app.module.js';
import { WebhooksConfig } from '../config.js';
import { UnitOfWork } from '@paygate/messaging';
import { generateWebhookSecret } from '@paygate/webhook-signature';
import { HttpSender } from '../egress/http-sender.js';
import type { NewEndpoint } from '../endpoints/endpoints.repository.js';
import { EndpointsRepository } from '../endpoints/endpoints.repository.js';
import { migrations } from '../migrations/migrations.js';
import { paidIntent } from './flow/paid-intent.js';
import { Receiver } from './flow/receiver.js';

const NEVER_MS = 86_400_000;

interface Parts {
  readonly env: Readonly<Record<string, string>>;
  readonly client: CommandClient;
  readonly sealer: Sealer;
  readonly intents: Neighbour;
  readonly auth: Neighbour;
  readonly charging: Neighbour;
  readonly database: TestDatabase;
  readonly receiver: Receiver;
}

/** The real service on real engines, with intents as its neighbour and one merchant's receiver. */
export class WebhooksUnderTest {
  readonly merchantId = newId('merchant');
  readonly intents: Neighbour;
  readonly database: TestDatabase;
  readonly receiver: Receiver;
  readonly topicPrefix: string;
  private readonly instances: RunningApp[] = [];
  private readonly stops: (() => Promise<void>)[] = [];

  private constructor(private readonly parts: Parts) {
    ({ intents: this.intents, database: this.database, receiver: this.receiver } = parts);
    this.topicPrefix = parts.env['TOPIC_PREFIX'] ?? '';
  }

  static async start(changes: Readonly<Record<string, string>> = {}): Promise<WebhooksUnderTest> {
    const [topics, database, receiver] = await Promise.all([
      testTopics(),
      testDatabase('webhooks', migrations),
      Receiver.start(),
    ]);
    const keys = testKeys();
    const bus = { ...keys, KAFKA_BROKERS: process.env['TEST_KAFKA_BROKERS'] ?? '', TOPIC_PREFIX: topics.prefix };
    const env = {
      ...bus,
      DATABASE_URL: database.serviceUrl,
      REDIS_URL: process.env['TEST_REDIS_URL'] ?? '',
      WEBHOOKS_DATA_KEYS: `webhooks:k1:${randomBytes(32).toString('base64')}`,
      WEBHOOK_ALLOWED_ADDRESSES: receiver.address,
      WEBHOOK_RETRY_COMPRESSION: '100',
      ...changes,
    };
    const [intents, auth, charging, client] = await Promise.all([
      startNeighbour('intents', bus),
      startNeighbour('auth', bus),
      startNeighbour('charging', bus),
      commandClient({ prefix: topics.prefix, keys }),
    ]);
    const sealer = new Sealer('operator', parseKeyring(keys.SEAL_KEYS));
    return new WebhooksUnderTest({ env, client, sealer, intents, auth, charging, database, receiver });
  }

  /** One more instance of the service. @returns a function that stops it */
  async startInstance(): Promise<() => Promise<void>> {
    const { env } = this.parts;
    const app = await startApp({ name: 'webhooks', module: AppModule, config: WebhooksConfig, env });
    this.instances.push(app);
    let stopped: Promise<void> | undefined;
    const stop = (): Promise<void> => (stopped ??= app.stop());
    this.stops.push(stop);
    return stop;
  }

  /** From now on an attempt of the instances lasts until its receiver answers. */
  withoutTimeout(): void {
    for (const instance of this.instances) Reflect.set(instance.get(HttpSender), 'timeoutMs', NEVER_MS);
  }

  /** The service as a process of its own, which a test can kill. */
  startProcess(): Promise<Child> {
    const env = { ...this.parts.env, HEALTH_PORT: '0', LOG_LEVEL: 'silent' };
    return startChild({ entry: 'apps/webhooks/src/main.ts', env });
  }

  async stop(): Promise<void> {
    const { intents, auth, charging, client, receiver, database } = this.parts;
    const others = [intents, auth, charging, client].map((part) => () => part.stop());
    await Promise.all([...this.stops, ...others].map((stop) => stop()));
    receiver.stop();
    await database.drop();
  }

  /** Stores an endpoint, by default the receiver, whatever its URL. @returns its secret */
  async endpoint(events: string[] = ['*'], url = `http://${this.receiver.address}/hooks`): Promise<string> {
    return (await this.endpointWith({ events, url })).secret;
  }

  /** Stores an endpoint of any merchant, whatever its URL. */
  async endpointWith(changes: Partial<NewEndpoint> & { url: string }): Promise<{ endpointId: string; secret: string }> {
    const secret = generateWebhookSecret();
    const endpointId = newId('webhookEndpoint');
    const endpoint: NewEndpoint = {
      ...{ endpointId, merchantId: this.merchantId, mode: 'test', events: ['*'] },
      ...{ description: null, ordered: false, retrySchedule: null },
      ...changes,
    };
    const { first } = this;
    await first.get(UnitOfWork).run((tx) => first.get(EndpointsRepository).insert(tx, endpoint, secret));
    return { endpointId, secret };
  }

  /** One more secret of an endpoint, beside the earlier ones. @returns the secret */
  async secretFor(endpointId: string): Promise<string> {
    const secret = generateWebhookSecret();
    const { first } = this;
    const overlapSeconds = 86_400;
    await first
      .get(UnitOfWork)
      .run((tx) => first.get(EndpointsRepository).addSecret(tx, endpointId, secret, overlapSeconds));
    return secret;
  }

  /** A part of the first instance. */
  part<Part>(token: abstract new (...args: never[]) => Part): Part {
    return this.first.get(token);
  }

  /** Requests an endpoint, as the gateway does. */
  register(changes: Partial<CreateWebhookEndpointCommand> = {}): Promise<Reply<WebhookSecretIssued>> {
    return this.parts.client.ask(createWebhookEndpoint, {
      endpointId: newId('webhookEndpoint'),
      merchantId: this.merchantId,
      mode: 'test',
      url: `http://${this.receiver.address}/hooks`,
      events: ['*'],
      ...changes,
    });
  }

  /** Sends a command, as the gateway does. */
  ask<Request extends object, Answer extends object>(
    contract: CommandContract<Request, Answer>,
    request: NoInfer<Request>,
    timeoutMs?: number,
  ): Promise<Reply<Answer>> {
    return this.parts.client.ask(contract, request, timeoutMs);
  }

  /** A secret as the caller reads it. */
  opened(secret: Sealed | undefined): string {
    return secret === undefined ? '' : this.parts.sealer.open(secret, 'webhook-endpoint.secret');
  }

  change(changes: Partial<PaymentIntent> = {}): IntentChanged {
    const now = new Date().toISOString();
    return { eventId: newId('event'), sequence: 1, occurredAt: now, intent: paidIntent(this.merchantId, now, changes) };
  }

  /** Publishes that payments completed. @returns the id of the first event */
  async completed(...changes: IntentChanged[]): Promise<string> {
    const [first = this.change(), ...more] = changes;
    await this.intents.emit(intentCompleted, first, ...more);
    return first.eventId;
  }

  /** Publishes that batches of payouts were approved, or have ended. */
  async movedBatches(...moved: readonly PayoutBatchMoved[]): Promise<void> {
    const kindOf = ({ batch }: PayoutBatchMoved) =>
      batch.status === 'COMPLETED' ? payoutBatchCompleted : payoutBatchApproved;
    for (const move of moved) await this.parts.charging.emit(kindOf(move), move);
  }

  /** Publishes that payouts have ended: each completed, or failed with a reason. */
  async paidOut(...ends: readonly PayoutEnded[]): Promise<void> {
    for (const end of ends)
      await this.parts.charging.emit(end.payout.failure === null ? payoutCompleted : payoutFailed, end);
  }

  /** Publishes that an operator of test mode is degraded, or the same change again. @returns the change */
  async degraded(given: Partial<OperatorChanged> = {}): Promise<OperatorChanged> {
    const none = { succeeded: 0, declined: 0, failed: 20, stuck: 0, medianSeconds: null };
    const operator = { operator: 'mtn_momo', state: 'down', last5Minutes: none, last60Minutes: none } as const;
    const change = {
      eventId: newId('event'),
      mode: 'test',
      operator,
      occurredAt: new Date().toISOString(),
      ...given,
    } as const;
    await this.parts.charging.emit(operatorDegraded, change);
    return change;
  }

  /** Publishes that a merchant is pinned to a version. */
  async pinned(merchantId: string, apiVersion: string): Promise<void> {
    await this.parts.auth.emit(merchantVersionPinned, { merchantId, apiVersion });
    await eventually(async () => {
      const rows = await this.database.query('SELECT FROM merchant_version WHERE merchant_id = $1', [merchantId]);
      return rows.length > 0;
    });
  }

  /** Publishes what a revoked API key made has to end. */
  async endKeyWork(ended: KeyWorkEnded): Promise<void> {
    await this.parts.auth.emit(keyWorkEnded, ended);
  }

  private get first(): RunningApp {
    const [first] = this.instances;
    if (first === undefined) throw new Error('no instance was started');
    return first;
  }
}
