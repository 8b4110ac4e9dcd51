/** A payment from a wallet. */
export interface ModelPayment {
  readonly chargeId: string;
  readonly intentId: string;
  readonly userId: string;
  readonly amount: number;
  refunded: number;
}

/** A top-up or a withdrawal that is under way. */
export interface ModelMovement {
  readonly id: string;
  readonly userId: string;
  readonly amount: number;
}

/** The plain sums of the wallets of one merchant's customers. Every franc that came in is in exactly one of its places. */
export class WalletModel {
  readonly balances = new Map<string, number>();
  readonly payments: ModelPayment[] = [];
  readonly topUps: ModelMovement[] = [];
  readonly withdrawals: ModelMovement[] = [];
  #collected = 0;
  #paidOut = 0;
  #fees = 0;
  #merchant = 0;

  constructor(private readonly ceiling: number) {}

  of(userId: string): number {
    return this.balances.get(userId) ?? 0;
  }

  /** The amount that the wallet takes, with the top-ups that are pending. */
  roomOf(userId: string): number {
    const pending = this.topUps.filter((topUp) => topUp.userId === userId);
    return this.ceiling - this.of(userId) - pending.reduce((sum, { amount }) => sum + amount, 0);
  }

  endTopUp(topUp: ModelMovement, isCollected: boolean): void {
    this.topUps.splice(this.topUps.indexOf(topUp), 1);
    if (!isCollected) return;
    this.#collected += topUp.amount;
    this.#add(topUp.userId, topUp.amount);
  }

  withdraw(withdrawal: ModelMovement): void {
    this.#add(withdrawal.userId, -withdrawal.amount);
    this.withdrawals.push(withdrawal);
  }

  endWithdrawal(withdrawal: ModelMovement, fee: number, isPaid: boolean): void {
    this.withdrawals.splice(this.withdrawals.indexOf(withdrawal), 1);
    if (!isPaid) {
      this.#add(withdrawal.userId, withdrawal.amount);
      return;
    }
    this.#paidOut += withdrawal.amount - fee;
    this.#fees += fee;
  }

  pay(payment: Omit<ModelPayment, 'refunded'>, fee: number): void {
    this.#add(payment.userId, -payment.amount);
    this.payments.push({ ...payment, refunded: 0 });
    this.#merchant += payment.amount - fee;
    this.#fees += fee;
  }

  mayRefund(payment: ModelPayment, amount: number): boolean {
    return amount <= payment.amount - payment.refunded && amount <= this.#merchant;
  }

  refund(payment: ModelPayment, amount: number): void {
    payment.refunded += amount;
    this.#merchant -= amount;
    this.#add(payment.userId, amount);
  }

  /** The sums of the accounts: of the float, what it has collected less what it has paid out. */
  sums(): Readonly<Record<'float' | 'clearing' | 'fees' | 'merchant' | 'wallets', number>> {
    const clearing = this.withdrawals.reduce((sum, { amount }) => sum + amount, 0);
    const wallets = [...this.balances.values()].reduce((sum, balance) => sum + balance, 0);
    return { float: this.#paidOut - this.#collected, clearing, fees: this.#fees, merchant: this.#merchant, wallets };
  }

  #add(userId: string, amount: number): void {
    this.balances.set(userId, this.of(userId) + amount);
  }
}
