import { Injectable } from '@nestjs/common';
import type { Correction } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { platformAccount } from '../../books/ledger/domain/ledger.js';
import { Posting } from '../../books/ledger/posting.js';
import { reach } from '../../failpoints.js';
import type { RailOperation } from '../../rails/operations/operation.js';
import type { Decision, Decline, Moved } from '../../rails/operations/settlement/moves.js';
import { correctedMove, declinedMove, succeededMove, suspendedMove } from '../../rails/operations/settlement/moves.js';
import type { Purpose } from '../../rails/operations/settlement/purposes.js';
import { Purposes } from '../../rails/operations/settlement/purposes.js';
import { WalletMetrics } from '../wallet-metrics.js';
import { WithdrawalsRepository } from './withdrawals.repository.js';

/** Settles withdrawals as their rail or the installation's team decides. */
@Injectable()
export class WithdrawalOperations implements Purpose {
  readonly kind = 'withdrawal';
  readonly chargeSql = 'NULL';
  /** Of a withdrawal that was paid in part all of the money would be in the wallet again. */
  readonly mayDeclineSql = 'suspended_amount IS NULL';

  constructor(
    private readonly withdrawals: WithdrawalsRepository,
    private readonly posting: Posting,
    private readonly metrics: WalletMetrics,
    purposes: Purposes,
  ) {
    purposes.add(this);
  }

  async succeed(operation: RailOperation, decision: Decision): Promise<boolean> {
    const move = succeededMove(operation, decision);
    const isSettled = await this.#post(operation, () => this.withdrawals.complete(move, newId('transfer')));
    if (isSettled) this.metrics.ended('withdrawal', operation, null);
    return isSettled;
  }

  async decline(operation: RailOperation, decline: Decline): Promise<boolean> {
    const move = declinedMove(operation, decline, this);
    const isSettled = await this.#post(operation, () => this.withdrawals.fail(move, newId('transfer'), decline.code));
    if (isSettled) this.metrics.ended('withdrawal', operation, decline.code);
    return isSettled;
  }

  suspend(operation: RailOperation, moved: Moved): Promise<boolean> {
    const move = suspendedMove(operation, newId('transfer'), moved);
    return this.#post(operation, () => this.withdrawals.suspend(move));
  }

  /** People have paid the rest, or the rail has returned its part: suspense is even again, and the withdrawal ends as a whole. */
  async correct(operation: RailOperation, correction: Correction): Promise<boolean> {
    const [move, end] = [
      correctedMove(operation, correction),
      correction === 'rest_paid' ? 'completed' : 'failed',
    ] as const;
    const journals = [newId('transfer'), newId('transfer')] as const;
    const isSettled = await this.#post(operation, () => this.withdrawals.correct(move, end, journals));
    if (isSettled) this.metrics.ended('withdrawal', operation, end === 'failed' ? 'rail_error' : null);
    return isSettled;
  }

  async #post({ ledger }: RailOperation, run: () => Promise<boolean>): Promise<boolean> {
    const accounts = (['clearing', 'suspense', 'fees'] as const).map((kind) => platformAccount(kind, ledger));
    const isSettled = await this.posting.to(accounts, run);
    if (isSettled) reach('settled');
    return isSettled;
  }
}
