import { Injectable } from '@nestjs/common';
import type { ChargeRequested } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { Tracing } from '@paygate/platform';
import { ChargingConfig } from '../config.js';
import { OpenOperations } from '../operations/open-operations.js';
import type { RequestedCharge } from '../charges/charge-events.js';
import type { FeesByMethod } from '../charges/domain/charge.js';
import { chargeOf } from '../charges/domain/charge.js';
import { SettleCharges } from '../charges/settle-charges.js';

/** Executes accepted charges: those of wallets at once, those by mobile money through an operation of their rail. */
@Injectable()
export class ExecuteCharges {
  readonly #fees: FeesByMethod;

  constructor(
    private readonly settleCharges: SettleCharges,
    private readonly openOperations: OpenOperations,
    private readonly tracing: Tracing,
    config: ChargingConfig,
  ) {
    this.#fees = {
      wallet: { bps: BigInt(config.WALLET_FEE_BPS), fixed: BigInt(config.WALLET_FEE_FIXED) },
      mobile_money: { bps: BigInt(config.MOBILE_MONEY_FEE_BPS), fixed: BigInt(config.MOBILE_MONEY_FEE_FIXED) },
    };
  }

  async start(messages: readonly Received<ChargeRequested>[]): Promise<void> {
    const requested = messages.map((message) => ({ message, charge: chargeOf(message.payload, this.#fees) }));
    const byMobileMoney = requested.filter(({ charge }) => charge.method === 'mobile_money');
    await this.settleCharges.settle(requested.filter(({ charge }) => charge.method === 'wallet'));
    if (byMobileMoney.length > 0) await this.#open(byMobileMoney);
  }

  /** Nothing here waits for a rail. A charge that nobody has prepared is declined. */
  async #open(requested: readonly RequestedCharge[]): Promise<void> {
    const unprepared = await this.openOperations.open(
      requested.map(({ charge, message: { id: causationId, requestId } }) => ({
        ...{ charge, requestId, traceparent: this.tracing.active({ causationId }) },
      })),
    );
    const declined = requested.filter(({ charge }) => unprepared.has(charge.chargeId));
    if (declined.length > 0)
      await this.settleCharges.decline(declined.map((one) => ({ ...one, code: 'rail_error' as const })));
  }
}
