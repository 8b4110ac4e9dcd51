import { Injectable } from '@nestjs/common';
import type { Transaction } from '@paygate/messaging';
import { Withdrawals } from '../../outgoing/payouts/withdrawals.js';
import { withdrawStatement } from './held-decisions.js';

@Injectable()
export class WithdrawUnsent extends Withdrawals {
  async withdraw(tx: Transaction, payoutId: string, remark: string): Promise<boolean> {
    const [moved] = await tx.query(withdrawStatement(payoutId, remark));
    return moved !== undefined;
  }
}
