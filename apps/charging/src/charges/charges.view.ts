import type { ChargeFailed, ChargeRequested, ChargeSucceeded, DecidedBy, DeclineCode } from '@paygate/contracts';
import { declineNotices } from './domain/decline.js';

export function chargeSucceededOf(request: ChargeRequested, fee: bigint, occurredAt: Date): ChargeSucceeded {
  return {
    ...outcomeOf(request, occurredAt),
    fee: fee.toString(),
    net: (BigInt(request.amount) - fee).toString(),
  };
}

/** A decline. Who decided is known at the time of the decision only. */
export function chargeFailedOf(
  request: ChargeRequested,
  code: DeclineCode,
  { occurredAt, decidedBy }: { readonly occurredAt: Date; readonly decidedBy?: DecidedBy },
): ChargeFailed {
  const notice = { code, ...declineNotices[code] };
  return { ...outcomeOf(request, occurredAt), ...notice, ...(decidedBy === undefined ? {} : { decidedBy }) };
}

function outcomeOf(request: ChargeRequested, occurredAt: Date): Omit<ChargeSucceeded, 'fee' | 'net'> {
  const { chargeId, intentId, merchantId, mode, amount, currency } = request;
  return { chargeId, intentId, merchantId, mode, amount, currency, occurredAt: occurredAt.toISOString() };
}
