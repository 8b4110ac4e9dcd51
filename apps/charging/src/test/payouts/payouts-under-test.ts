import type {
  CreatePayoutCommand,
  ListPayoutsCommand,
  MerchantActed,
  Payout,
  PayoutDestination,
  PayoutDestinationsListed,
  PayoutEnded,
  PayoutQuoted,
  PayoutSheet,
  PayoutsListed,
  RegisterPayoutDestinationCommand,
  Reply,
} from '@paygate/contracts';
import {
  cancelPayout,
  createPayout,
  eventStreams,
  getPayout,
  listPayoutDestinations,
  listPayouts,
  quotePayout,
  readPayoutSheet,
  registerPayoutDestination,
  revokePayoutDestination,
} from '@paygate/contracts';
import { CommandBus, MessagingModule } from '@paygate/messaging';
import { newId, PlatformModule, Sealer, ServiceConfig, sha256Base64url } from '@paygate/platform';
import type { EventCollector } from '@paygate/testing';
import { eventCollector, eventually, PATIENCE_MS, startApp } from '@paygate/testing';
import { Module } from '@nestjs/common';
import type { ChargingUnderTest } from '../charging-under-test.js';

@Module({
  imports: [PlatformModule.forService('gateway', ServiceConfig), MessagingModule.forService({ replies: true })],
})
class GatewayModule {}

export type Asked = Partial<CreatePayoutCommand> & { readonly key?: string };

/** A gateway that registers destinations and pays out. */
export class PayoutsUnderTest {
  private constructor(
    private readonly bus: CommandBus,
    private readonly sealer: Sealer,
    private readonly collected: { readonly events: EventCollector; readonly acts: EventCollector },
    private readonly end: () => Promise<void>,
  ) {}

  static async start(world: ChargingUnderTest): Promise<PayoutsUnderTest> {
    const events = await eventCollector(world.topics.prefix, eventStreams.chargingPayouts);
    const acts = await eventCollector(world.topics.prefix, eventStreams.chargingAudit);
    const app = await startApp({ name: 'gateway', module: GatewayModule, config: ServiceConfig, env: world.env });
    return new PayoutsUnderTest(app.get(CommandBus), app.get(Sealer), { events, acts }, async () => {
      await Promise.all([events.stop(), acts.stop()]);
      await app.stop();
    });
  }

  stop(): Promise<void> {
    return this.end();
  }

  register(
    merchantId: string,
    phone: string,
    given: Partial<RegisterPayoutDestinationCommand> = {},
  ): Promise<Reply<PayoutDestination>> {
    const phoneNumber = this.sealer.seal('charging', phone, 'payout-destination.phone');
    const ids = { merchantId, mode: 'test', destinationId: newId('payoutDestination') } as const;
    return this.bus.send(registerPayoutDestination, { ...ids, phoneNumber, label: 'Shop', ...given }, origin());
  }

  async destination(merchantId: string, phone = '+237677000001'): Promise<string> {
    return accepted(await this.register(merchantId, phone)).destinationId;
  }

  list(merchantId: string): Promise<Reply<PayoutDestinationsListed>> {
    return this.bus.send(listPayoutDestinations, { merchantId, mode: 'test' }, origin());
  }

  revoke(merchantId: string, destinationId: string): Promise<Reply<PayoutDestination>> {
    return this.bus.send(revokePayoutDestination, { merchantId, mode: 'test', destinationId }, origin());
  }

  pay(merchantId: string, destinationId: string, given: Asked = {}): Promise<Reply<Payout>> {
    return this.bus.send(createPayout, commandOf(merchantId, destinationId, given), origin());
  }

  /** A payout that has ended. */
  async paid(merchantId: string, destinationId: string, given: Asked): Promise<Payout> {
    const payout = accepted(await this.pay(merchantId, destinationId, given));
    await this.ended(payout.payoutId, 120_000);
    return payout;
  }

  quote(merchantId: string, destinationId: string, amount: string): Promise<Reply<PayoutQuoted>> {
    return this.bus.send(quotePayout, { merchantId, mode: 'test', destinationId, amount }, origin());
  }

  get(merchantId: string, payoutId: string): Promise<Reply<Payout>> {
    return this.bus.send(getPayout, { merchantId, mode: 'test', payoutId }, origin());
  }

  listed(merchantId: string, given: Partial<ListPayoutsCommand> = {}): Promise<Reply<PayoutsListed>> {
    return this.bus.send(listPayouts, { merchantId, mode: 'test', limit: 100, ...given }, origin());
  }

  cancel(merchantId: string, payoutId: string): Promise<Reply<Payout>> {
    return this.bus.send(cancelPayout, { merchantId, mode: 'test', payoutId }, origin());
  }

  sheet(merchantId: string, payoutId: string): Promise<Reply<PayoutSheet>> {
    return this.bus.send(readPayoutSheet, { merchantId, mode: 'test', payoutId, limit: 100 }, origin());
  }

  /** The events of a payout; a message that was published twice counts once. */
  eventsOf(payoutId: string): readonly (readonly [string, PayoutEnded])[] {
    const own = this.collected.events.events.filter(({ key }) => key === payoutId);
    return [...new Map(own.map(({ id, type, payload }) => [id, [type, payload as PayoutEnded] as const])).values()];
  }

  /** Waits for an act on an object, as the audit trail is given it. */
  acted(action: MerchantActed['action'], subject: string): Promise<MerchantActed> {
    const isIt = (act: MerchantActed): boolean => act.action === action && act.subject === subject;
    return eventually(() => this.collected.acts.events.map(({ payload }) => payload as MerchantActed).find(isIt));
  }

  /** True when an act on an object was published so far. */
  hasActed(action: MerchantActed['action'], subject: string): boolean {
    const acts = this.collected.acts.events.map(({ payload }) => payload as MerchantActed);
    return acts.some((act) => act.action === action && act.subject === subject);
  }

  /** Waits for the event of a payout. */
  ended(payoutId: string, timeoutMs = PATIENCE_MS): Promise<readonly [string, PayoutEnded]> {
    return eventually(() => this.eventsOf(payoutId)[0], { timeoutMs });
  }
}

/** Without a key it has a new one. The digest of its body is that of the amount. */
export function commandOf(
  merchantId: string,
  destinationId: string,
  { key = newId('request'), ...given }: Asked = {},
): CreatePayoutCommand {
  const idempotency = { keyHash: sha256Base64url(key), bodyHash: sha256Base64url(given.amount ?? 'all') };
  const ids = { merchantId, mode: 'test', payoutId: newId('payout'), destinationId } as const;
  return { ...ids, metadata: '{}', idempotency, ...given };
}

/** The answer to an accepted request. */
export function accepted<Answer>(reply: Reply<Answer>): Answer {
  if (!reply.ok) throw new Error(`refused with ${reply.code} ${JSON.stringify(reply.fields)}`);
  return reply.data;
}

function origin(): { readonly requestId: string; readonly timeoutMs: number } {
  return { requestId: newId('request'), timeoutMs: PATIENCE_MS };
}
