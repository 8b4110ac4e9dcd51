import { Injectable } from '@nestjs/common';
import type { BeginChargeCommand, Charge, ChargeAnswer } from '@paygate/contracts';
import { awaitCharge } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import { ANSWER_MARGIN_MS } from '../../../edge/headers/preference.js';
import { given } from '../../../requests/given.js';

/** The outcomes of charges for callers who prefer to wait. */
@Injectable()
export class ChargeOutcomes {
  constructor(private readonly bus: CommandBus) {}

  /** The charge with its outcome, if that comes in time. The charge has begun: a failure of the wait is no refusal. */
  async of(
    charge: Charge,
    { intentId, merchantId, mode }: Pick<BeginChargeCommand, 'intentId' | 'merchantId' | 'mode'>,
    { waitUntilMs, requestId }: { readonly waitUntilMs: number; readonly requestId: string },
  ): Promise<Charge> {
    const waitMs = Math.floor(waitUntilMs - performance.now());
    if (charge.status !== 'PROCESSING' || waitMs < 1) return charge;
    const timeoutMs = waitMs + ANSWER_MARGIN_MS;
    const wait = { intentId, merchantId, mode, waitMs, waitId: newId('request') };
    const reply = await this.bus.send(awaitCharge, wait, { requestId, timeoutMs });
    return reply.ok ? reply.data : charge;
  }
}

/** A charge as the API shows it. */
export function chargeAnswer({ id, intentId, status, amount, currency, createdAt, failure }: Charge): ChargeAnswer {
  return {
    ...{ id, object: 'charge', intentionId: intentId, status, amount, currency, createdAt },
    ...given({ failure }),
  };
}
