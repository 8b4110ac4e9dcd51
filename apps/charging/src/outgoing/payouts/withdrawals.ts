import type { Transaction } from '@paygate/messaging';

/** Takes payouts back of which nothing was sent to a rail. The operations of rails implement it. */
export abstract class Withdrawals {
  /** False when a worker has begun to send the payout, or it has ended. */
  abstract withdraw(tx: Transaction, payoutId: string, remark: string): Promise<boolean>;
}
