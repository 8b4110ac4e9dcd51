import type {
  ChargeRequested,
  CreateRefundCommand,
  ListRefundsCommand,
  Refund,
  RefundEnded,
  RefundsListed,
  Reply,
} from '@paygate/contracts';
import { createRefund, getRefund, listRefunds, refundCompleted, refundFailed } from '@paygate/contracts';
import type { CommandBus } from '@paygate/messaging';
import { newId, sha256Base64url } from '@paygate/platform';
import { eventually, PATIENCE_MS } from '@paygate/testing';
import type { ChargingUnderTest } from '../charging-under-test.js';

export type Asked = Partial<CreateRefundCommand> & { readonly key?: string };

/** A gateway that refunds charges. */
export class RefundsUnderTest {
  private constructor(
    private readonly world: ChargingUnderTest,
    private readonly gateway: CommandBus,
  ) {}

  static async start(world: ChargingUnderTest): Promise<RefundsUnderTest> {
    return new RefundsUnderTest(world, await world.startGateway());
  }

  refund(charge: ChargeRequested, given: Asked = {}): Promise<Reply<Refund>> {
    return this.gateway.send(createRefund, commandOf(charge, given), origin());
  }

  get({ merchantId, mode }: ChargeRequested, refundId: string): Promise<Reply<Refund>> {
    return this.gateway.send(getRefund, { merchantId, mode, refundId }, origin());
  }

  list({ merchantId, mode }: ChargeRequested, given: Partial<ListRefundsCommand> = {}): Promise<Reply<RefundsListed>> {
    return this.gateway.send(listRefunds, { merchantId, mode, limit: 100, ...given }, origin());
  }

  /** The events of a charge's refunds; a message that was published twice counts once. */
  eventsOf({ intentId }: ChargeRequested): readonly (readonly [string, RefundEnded])[] {
    const types: readonly string[] = [refundCompleted.type, refundFailed.type];
    const own = this.world.outcomes.events.filter(({ type, key }) => key === intentId && types.includes(type));
    return [...new Map(own.map((event) => [event.id, [event.type, event.payload as RefundEnded] as const])).values()];
  }

  /** Waits for the event of a refund. */
  ended(charge: ChargeRequested, refundId: string, timeoutMs = PATIENCE_MS): Promise<readonly [string, RefundEnded]> {
    return eventually(() => this.eventsOf(charge).find(([, { refund }]) => refund.id === refundId), { timeoutMs });
  }
}

/** Without a key it has a new one. The digest of its body is that of the amount. */
export function commandOf(
  { intentId, merchantId, mode }: ChargeRequested,
  { key = newId('request'), ...given }: Asked = {},
): CreateRefundCommand {
  const idempotency = { keyHash: sha256Base64url(key), bodyHash: sha256Base64url(given.amount ?? 'all') };
  const ids = { intentId, merchantId, mode, refundId: newId('refund') };
  return { ...ids, metadata: '{}', idempotency, ...given };
}

/** The refund of an accepted request. */
export function accepted(reply: Reply<Refund>): Refund {
  if (!reply.ok) throw new Error(`refused with ${reply.code}`);
  return reply.data;
}

function origin(): { readonly requestId: string; readonly timeoutMs: number } {
  return { requestId: newId('request'), timeoutMs: PATIENCE_MS };
}
