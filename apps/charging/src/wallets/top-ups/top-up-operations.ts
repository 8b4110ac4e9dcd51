import { Injectable } from '@nestjs/common';
import { newId } from '@paygate/platform';
import { floatAccount, platformAccount } from '../../books/ledger/domain/ledger.js';
import { Posting } from '../../books/ledger/posting.js';
import { reach } from '../../failpoints.js';
import type { RailOperation } from '../../rails/operations/operation.js';
import type { Decision, Decline, Moved } from '../../rails/operations/settlement/moves.js';
import { declinedMove, succeededMove, suspendedMove } from '../../rails/operations/settlement/moves.js';
import type { Purpose } from '../../rails/operations/settlement/purposes.js';
import { Purposes } from '../../rails/operations/settlement/purposes.js';
import { WalletMetrics } from '../wallet-metrics.js';
import { TopUpsRepository } from './top-ups.repository.js';

/** Settles top-ups as their rail or the installation's team decides. Nobody but the user is notified, whose page asks. */
@Injectable()
export class TopUpOperations implements Purpose {
  readonly kind = 'top_up';
  readonly chargeSql = 'NULL';

  constructor(
    private readonly topUps: TopUpsRepository,
    private readonly posting: Posting,
    private readonly metrics: WalletMetrics,
    purposes: Purposes,
  ) {
    purposes.add(this);
  }

  async succeed(operation: RailOperation, decision: Decision): Promise<boolean> {
    const { ledger, rail } = operation;
    const accounts = [floatAccount(rail, ledger), platformAccount('suspense', ledger)];
    const move = succeededMove(operation, decision);
    const isSettled = await this.posting.to(accounts, () => this.topUps.succeed(move));
    if (!isSettled) return false;
    reach('settled');
    this.metrics.ended('top_up', operation, null);
    return true;
  }

  async decline(operation: RailOperation, decline: Decline): Promise<boolean> {
    const isSettled = await this.topUps.decline(declinedMove(operation, decline), decline.code);
    if (isSettled) this.metrics.ended('top_up', operation, decline.code);
    return isSettled;
  }

  suspend(operation: RailOperation, moved: Moved): Promise<boolean> {
    const { rail, ledger } = operation;
    const accounts = [floatAccount(rail, ledger), platformAccount('suspense', ledger)];
    const move = suspendedMove(operation, newId('transfer'), moved);
    return this.posting.to(accounts, () => this.topUps.suspend(move));
  }
}
