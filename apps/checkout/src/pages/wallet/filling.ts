import type { WalletTopUpView, WalletView } from '@paygate/contracts';
import type { Payment } from '../../gateway/payment-api.js';

/** A wallet that is to pay, and the top-up that was begun for it last. */
export interface Filling {
  readonly wallet: WalletView;
  readonly topUp: WalletTopUpView | undefined;
}

/** The money that a payment takes beyond a balance, in minor units; zero or less where there is enough. */
export function missingOf({ amount }: Pick<Payment, 'amount'>, balance: string): bigint {
  return BigInt(amount) - BigInt(balance);
}

/** Names what the page of a top-up shows. */
export function stateOfTopUp({ status, awaitsApproval }: WalletTopUpView): string {
  return awaitsApproval ? `${status}.approve` : status;
}
