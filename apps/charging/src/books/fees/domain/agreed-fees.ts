import type { FeeMethod } from '@paygate/contracts';
import type { FeeSchedule } from './fee.js';

/** The schedule of a merchant for charges of one method that were accepted at a time or later. */
export interface AgreedSchedule extends FeeSchedule {
  readonly merchantId: string;
  readonly method: FeeMethod;
  readonly effectiveFrom: Date;
}

export type StandardFees = Readonly<Record<FeeMethod, FeeSchedule>>;

/** The fees of merchants: what was agreed with them, else the standard. */
export class AgreedFees {
  /** By merchant and method, the latest first. */
  readonly #agreed = new Map<string, AgreedSchedule[]>();

  constructor(
    private readonly standard: StandardFees,
    agreed: readonly AgreedSchedule[],
  ) {
    for (const schedule of agreed.toSorted((one, other) => Number(other.effectiveFrom) - Number(one.effectiveFrom))) {
      const key = keyOf(schedule.merchantId, schedule.method);
      this.#agreed.set(key, [...(this.#agreed.get(key) ?? []), schedule]);
    }
  }

  /** The schedule of a charge that was accepted at a time. */
  of(merchantId: string, method: FeeMethod, acceptedAt: Date): FeeSchedule {
    const agreed = this.#agreed.get(keyOf(merchantId, method));
    return agreed?.find(({ effectiveFrom }) => effectiveFrom <= acceptedAt) ?? this.standard[method];
  }
}

function keyOf(merchantId: string, method: FeeMethod): string {
  return `${merchantId}/${method}`;
}
