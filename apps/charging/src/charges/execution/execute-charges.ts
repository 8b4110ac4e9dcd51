import { Injectable } from '@nestjs/common';
import type { ChargeRequested, MobileOperator } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { Tracing } from '@paygate/platform';
import type { RequestedCharge } from '../charge-events.js';
import { chargeOf } from '../domain/charge.js';
import { SettleCharges } from '../settle-charges.js';
import type { AgreedFees } from '../../books/fees/domain/agreed-fees.js';
import { feeOf } from '../../books/fees/domain/fee.js';
import { FeeSchedules } from '../../books/fees/fee-schedules.js';
import { OpenOperations } from '../open-operations.js';
import type { RequestedOperation } from '../charge-operations.repository.js';

/**
 * Executes accepted charges: those of wallets at once, those by mobile money through an operation of their rail. The fee is that of the
 * schedule that was in force when the charge was accepted, so it stays the same however often a charge is delivered.
 */
@Injectable()
export class ExecuteCharges {
  constructor(
    private readonly settleCharges: SettleCharges,
    private readonly openOperations: OpenOperations,
    private readonly tracing: Tracing,
    private readonly schedules: FeeSchedules,
  ) {}

  async start(messages: readonly Received<ChargeRequested>[]): Promise<void> {
    const fees = await this.schedules.current();
    const requested = messages.map((message) => {
      const { merchantId, acceptedAt } = message.payload;
      return { message, charge: chargeOf(message.payload, fees.of(merchantId, 'wallet', new Date(acceptedAt))) };
    });
    const byMobileMoney = requested.filter(({ charge }) => charge.method === 'mobile_money');
    await this.settleCharges.settle(requested.filter(({ charge }) => charge.method === 'wallet'));
    if (byMobileMoney.length > 0) await this.#open(byMobileMoney, fees);
  }

  /** Nothing here waits for a rail. A charge that nobody has prepared is declined. */
  async #open(requested: readonly RequestedCharge[], fees: AgreedFees): Promise<void> {
    const unprepared = await this.openOperations.open(
      requested.map(({ charge, message: { id: causationId, requestId } }) => ({
        ...{ charge, requestId, traceparent: this.tracing.active({ causationId }) },
        feesByRail: feesOf(charge, fees),
      })),
    );
    const declined = requested.filter(({ charge }) => unprepared.has(charge.chargeId));
    if (declined.length > 0)
      await this.settleCharges.decline(declined.map((one) => ({ ...one, code: 'rail_error' as const })));
  }
}

/** The fee of a charge by rail: the rail is in the prompt, which only the statement that opens the operation reads. */
function feesOf(
  { merchantId, amount, acceptedAt }: RequestedCharge['charge'],
  fees: AgreedFees,
): RequestedOperation['feesByRail'] {
  const ofRail = (rail: MobileOperator): string => feeOf(amount, fees.of(merchantId, rail, acceptedAt)).toString();
  return { mtn_momo: ofRail('mtn_momo'), orange_money: ofRail('orange_money') };
}
