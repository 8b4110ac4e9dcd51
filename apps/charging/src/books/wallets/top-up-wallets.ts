import { Injectable } from '@nestjs/common';
import type { Reply, TopUpWalletCommand, WalletToppedUp } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { ChargingConfig } from '../../config.js';
import { ledgerOf, platformAccount, walletKey } from '../ledger/domain/ledger.js';
import { rounds } from '../ledger/domain/rounds.js';
import { Posting } from '../ledger/posting.js';
import type { DecidedTopUp, TopUp } from './wallets.repository.js';
import { WalletsRepository } from './wallets.repository.js';

/**
 * Moves money from the bank account into wallets, once for each top-up id. Until a bank or rail reports money received, only
 * the operator may do so: in test mode, where no real money moves, and on a stack for tests.
 */
@Injectable()
export class TopUpWallets {
  constructor(
    private readonly wallets: WalletsRepository,
    private readonly posting: Posting,
    private readonly config: ChargingConfig,
  ) {}

  async topUp(messages: readonly Received<TopUpWalletCommand>[]): Promise<readonly Reply<WalletToppedUp>[]> {
    const decided = new Map<string, DecidedTopUp>();
    const wanted = messages.filter((message) => this.#mayTopUp(message)).map(({ payload }) => topUpOf(payload));
    for (const round of rounds(wanted, (topUp) => [walletKey(topUp), topUp.topUpId]))
      for (const topUp of await this.#decide(round)) decided.set(topUp.topUpId, topUp);
    return messages.map((message) =>
      this.#mayTopUp(message) ? replyOf(topUpOf(message.payload), decided) : refuse('scope_missing'),
    );
  }

  #mayTopUp({ producer, payload }: Received<TopUpWalletCommand>): boolean {
    return producer === 'operator' && (payload.mode === 'test' || this.config.TEST_MODE);
  }

  async #decide(topUps: readonly TopUp[]): Promise<readonly DecidedTopUp[]> {
    await this.wallets.open(topUps);
    const banks = topUps.map(({ ledger }) => platformAccount('bank', ledger));
    const fresh = await this.posting.to(banks, () => this.wallets.topUp(topUps));
    const known = new Set(fresh.map(({ topUpId }) => topUpId));
    const earlier = topUps.map(({ topUpId }) => topUpId).filter((topUpId) => !known.has(topUpId));
    return earlier.length === 0 ? fresh : [...fresh, ...(await this.wallets.decided(earlier))];
  }
}

function topUpOf({ topUpId, userId, mode, currency, amount }: TopUpWalletCommand): TopUp {
  return { topUpId, userId, ledger: ledgerOf(mode, currency), amount: BigInt(amount) };
}

function replyOf(topUp: TopUp, decided: ReadonlyMap<string, DecidedTopUp>): Reply<WalletToppedUp> {
  const decision = decided.get(topUp.topUpId);
  if (decision === undefined) throw new Error('a top-up was not decided');
  if (decision.amount !== topUp.amount || walletKey(decision) !== walletKey(topUp))
    return refuse('idempotency_key_reused');
  if (decision.refusal === 'wallet_closed')
    return refuse('parameter_invalid', { param: 'userId', detail: 'The wallet is closed or frozen.' });
  if (decision.refusal === 'wallet_full') return refuse('amount_too_large', { param: 'amount' });
  return accept({ topUpId: decision.topUpId, balance: decision.balanceAfter.toString() });
}
