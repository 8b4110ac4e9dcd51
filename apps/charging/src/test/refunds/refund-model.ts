/** A model of charges, refunds and accounts that shares nothing with the service. Amounts in minor units. */
export interface ModelCharge {
  readonly id: string;
  readonly merchant: string;
  readonly isByRail: boolean;
  readonly amount: number;
}

interface ModelRefund {
  readonly id: string;
  readonly charge: ModelCharge;
  readonly amount: number;
  state: 'pending' | 'completed' | 'failed';
}

/** Money as plain sums over what has happened. */
export class RefundModel {
  readonly charges: ModelCharge[] = [];
  readonly refunds: ModelRefund[] = [];
  readonly #keys = new Map<string, { readonly refund: string; readonly asked: number | undefined }>();
  readonly #earned = new Map<string, number>();

  charged(charge: ModelCharge, fee: number): void {
    this.charges.push(charge);
    this.#earned.set(charge.merchant, (this.#earned.get(charge.merchant) ?? 0) + charge.amount - fee);
  }

  /** The amount that a merchant could refund now. */
  balanceOf(merchant: string): number {
    const spent = this.refunds.filter(({ charge, state }) => charge.merchant === merchant && state !== 'failed');
    return (this.#earned.get(merchant) ?? 0) - sumOf(spent);
  }

  /** The balance of a merchant in the ledger, held amounts included. */
  ledgerOf(merchant: string): number {
    const held = this.refunds.filter(({ charge, state }) => charge.merchant === merchant && state === 'pending');
    return this.balanceOf(merchant) + sumOf(held);
  }

  /** The outcome of a request: the id of its refund, also of an earlier one, or why it is refused. */
  refund(request: {
    readonly id: string;
    readonly key: string;
    readonly asked: number | undefined;
    readonly charge: ModelCharge;
  }): string {
    const { id, key, asked, charge } = request;
    const known = this.#keys.get(key);
    if (known !== undefined) return known.asked === asked ? known.refund : 'idempotency_key_reused';
    const left =
      charge.amount - sumOf(this.refunds.filter((made) => made.charge === charge && made.state !== 'failed'));
    const amount = asked ?? left;
    if (left === 0 || amount > left) return 'refund_exceeds_charge';
    if (amount > this.balanceOf(charge.merchant)) return 'balance_insufficient';
    this.refunds.push({ id, charge, amount, state: charge.isByRail ? 'pending' : 'completed' });
    this.#keys.set(key, { refund: id, asked });
    return id;
  }

  /** False when it had ended before. */
  end(id: string, state: 'completed' | 'failed'): boolean {
    const refund = this.refunds.find((made) => made.id === id);
    if (refund?.state !== 'pending') return false;
    refund.state = state;
    return true;
  }
}

function sumOf(refunds: readonly { readonly amount: number }[]): number {
  return refunds.reduce((sum, { amount }) => sum + amount, 0);
}
