/** A model of charges, refunds, reversals, adjustments and accounts that shares nothing with the service. Amounts in minor units. */
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

interface ModelReversal {
  readonly id: string;
  readonly charge: ModelCharge;
  readonly amount: number;
  /** The share of the merchant. */
  readonly borne: number;
  isReturned: boolean;
}

/** Money as plain sums over what has happened. */
export class RefundModel {
  readonly charges: ModelCharge[] = [];
  readonly refunds: ModelRefund[] = [];
  readonly reversals: ModelReversal[] = [];
  readonly #keys = new Map<string, { readonly refund: string; readonly asked: number | undefined }>();
  readonly #earned = new Map<string, number>();
  readonly #adjusted = new Map<string, number>();

  charged(charge: ModelCharge, fee: number): void {
    this.charges.push(charge);
    this.#earned.set(charge.merchant, (this.#earned.get(charge.merchant) ?? 0) + charge.amount - fee);
  }

  /** Money that no payment of it was of. */
  credited(merchant: string, net: number): void {
    this.#earned.set(merchant, (this.#earned.get(merchant) ?? 0) + net);
  }

  /** The amount that a merchant could refund now; below zero what it owes. */
  balanceOf(merchant: string): number {
    const spent = this.refunds.filter(({ charge, state }) => charge.merchant === merchant && state !== 'failed');
    const borne = this.#standing().filter(({ charge }) => charge.merchant === merchant);
    const given = (this.#earned.get(merchant) ?? 0) + (this.#adjusted.get(merchant) ?? 0);
    return given - sumOf(spent) - borneOf(borne);
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
    const left = this.#leftOf(charge);
    const amount = asked ?? left;
    if (left === 0 || amount > left) return 'refund_exceeds_charge';
    if (amount > this.balanceOf(charge.merchant)) return 'balance_insufficient';
    this.refunds.push({ id, charge, amount, state: charge.isByRail ? 'pending' : 'completed' });
    this.#keys.set(key, { refund: id, asked });
    return id;
  }

  /** The rail takes back an amount: the share of the merchant, or undefined where it has collected less. */
  reverse(id: string, charge: ModelCharge, amount: number): number | undefined {
    const taken = sumOf(this.#standing().filter((made) => made.charge === charge));
    if (!charge.isByRail || taken + amount > charge.amount) return undefined;
    const borne = Math.min(amount, this.#leftOf(charge));
    this.reversals.push({ id, charge, amount, borne, isReturned: false });
    return borne;
  }

  /** People correct a balance, by no more than is available: the code of the refusal, or undefined. Below zero it takes money. */
  adjust(merchant: string, amount: number): string | undefined {
    if (!this.#earned.has(merchant)) return 'parameter_invalid';
    if (amount < 0 && -amount > this.balanceOf(merchant)) return 'balance_insufficient';
    this.#adjusted.set(merchant, (this.#adjusted.get(merchant) ?? 0) + amount);
    return undefined;
  }

  /** The sum of all corrections. */
  get adjustments(): number {
    return [...this.#adjusted.values()].reduce((sum, amount) => sum + amount, 0);
  }

  /** The sum that no merchant bears. */
  get receivable(): number {
    return sumOf(this.#standing()) - borneOf(this.#standing());
  }

  #standing(): readonly ModelReversal[] {
    return this.reversals.filter(({ isReturned }) => !isReturned);
  }

  #leftOf(charge: ModelCharge): number {
    const refunded = sumOf(this.refunds.filter((made) => made.charge === charge && made.state !== 'failed'));
    return charge.amount - refunded - borneOf(this.#standing().filter((made) => made.charge === charge));
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

function borneOf(reversals: readonly ModelReversal[]): number {
  return reversals.reduce((sum, { borne }) => sum + borne, 0);
}
