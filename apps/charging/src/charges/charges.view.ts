import type { ChargeFailed, ChargeRequested, ChargeSucceeded, DeclineCode } from '@paygate/contracts';
import { declineNotices } from './domain/decline.js';

export function chargeSucceededOf(request: ChargeRequested, fee: bigint, occurredAt: Date): ChargeSucceeded {
  return {
    ...outcomeOf(request, occurredAt),
    fee: fee.toString(),
    net: (BigInt(request.amount) - fee).toString(),
  };
}

export function chargeFailedOf(request: ChargeRequested, code: DeclineCode, occurredAt: Date): ChargeFailed {
  return { ...outcomeOf(request, occurredAt), code, ...declineNotices[code] };
}

function outcomeOf(request: ChargeRequested, occurredAt: Date): Omit<ChargeSucceeded, 'fee' | 'net'> {
  const { chargeId, intentId, merchantId, mode, amount, currency } = request;
  return { chargeId, intentId, merchantId, mode, amount, currency, occurredAt: occurredAt.toISOString() };
}
