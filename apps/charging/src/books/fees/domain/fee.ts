/** The fee schedule of a charge. */
export interface FeeSchedule {
  /** Hundredths of a percent of the amount. */
  readonly bps: bigint;
  /** The fixed part of the fee, in minor units. */
  readonly fixed: bigint;
}

const BPS_OF_WHOLE = 10_000n;

/**
 * The fee of a charge in minor units: floor(amount · bps / 10000) + fixed, and always less than the amount, so that the
 * merchant gets something of every charge.
 */
export function feeOf(amount: bigint, schedule: FeeSchedule): bigint {
  if (amount <= 0n) throw new RangeError('a charge has a positive amount');
  if (schedule.bps < 0n || schedule.fixed < 0n) throw new RangeError('a fee is never negative');
  const fee = (amount * schedule.bps) / BPS_OF_WHOLE + schedule.fixed;
  return fee < amount ? fee : amount - 1n;
}
