import { Injectable } from '@nestjs/common';
import type { FreezeWalletCommand, Reply, WalletFrozen, WalletState } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { staffPersonsOf } from '@paygate/platform';
import { ledgerOf } from '../../books/ledger/domain/ledger.js';
import { WalletsRepository } from '../../books/wallets/wallets.repository.js';
import { ChargingConfig } from '../../config.js';
import type { NewFreeze, StoredFreeze } from './freezes.repository.js';
import { FreezesRepository } from './freezes.repository.js';

const NO_WALLET = { param: 'userId', detail: 'The user has no wallet in this mode and currency.' };
const NOT_FROZEN = { param: 'act', detail: 'The wallet was never frozen.' };

/** Freezes wallets and opens them again, under their locks. A wallet that is as wanted stays, whoever proves it again. */
@Injectable()
export class FreezeWallets {
  readonly #persons: number;

  constructor(
    private readonly wallets: WalletsRepository,
    private readonly freezes: FreezesRepository,
    private readonly unitOfWork: UnitOfWork,
    config: ChargingConfig,
  ) {
    this.#persons = staffPersonsOf(config);
  }

  freeze(message: Received<FreezeWalletCommand>): Promise<Reply<WalletFrozen>> {
    const { payload, persons = [] } = message;
    const { userId, mode, currency, act, reason } = payload;
    const personsNeeded = mode === 'test' ? 0 : this.#persons;
    const wanted = { userId, ledger: ledgerOf(mode, currency), act, reason, persons, personsNeeded };
    return this.unitOfWork.run((tx) => this.#decide(tx, wanted, payload), message);
  }

  async #decide(tx: Transaction, wanted: NewFreeze, command: FreezeWalletCommand): Promise<Reply<WalletFrozen>> {
    await this.wallets.lock(tx, wanted);
    const before = await this.freezes.state(tx, wanted);
    if (before === undefined) return refuse('parameter_invalid', NO_WALLET);
    if ((before === 'frozen') === (wanted.act === 'freeze')) {
      const newest = await this.freezes.newest(tx, wanted);
      return newest === undefined
        ? refuse('parameter_invalid', NOT_FROZEN)
        : accept(frozenOf(command, newest, before, false));
    }
    const acted = await this.freezes.act(tx, wanted);
    if (acted === undefined) return refuse('scope_missing', { detail: 'Other persons have to prove it.' });
    const after = await this.freezes.state(tx, wanted);
    return accept(frozenOf(command, acted, after ?? before, true));
  }
}

function frozenOf(
  { userId, mode, currency }: FreezeWalletCommand,
  { act, reason, persons, recordedAt }: StoredFreeze,
  state: WalletState,
  isNew: boolean,
): WalletFrozen {
  const acted = { act, reason, persons: [...persons], recordedAt: recordedAt.toISOString() };
  return { userId, mode, currency, state, isNew, ...acted };
}
