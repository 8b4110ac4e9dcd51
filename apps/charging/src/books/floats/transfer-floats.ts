import { Injectable } from '@nestjs/common';
import type { FloatTransfer, Reply, TransferFloatCommand } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import { UnitOfWork } from '@paygate/messaging';
import { floatAccount, ledgerOf } from '../ledger/domain/ledger.js';
import { Posting } from '../ledger/posting.js';
import type { NewFloatTransfer } from './floats.repository.js';
import { FloatsRepository } from './floats.repository.js';
import { floatTransferOf } from './floats.view.js';

/** Records transfers between the accounts of one rail, once for each id. */
@Injectable()
export class TransferFloats {
  constructor(
    private readonly floats: FloatsRepository,
    private readonly posting: Posting,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async transfer({ mode, currency, ...command }: TransferFloatCommand): Promise<Reply<FloatTransfer>> {
    const { from, to } = command;
    if (from === to || railOf(from) !== railOf(to))
      return refuse('parameter_invalid', { param: 'to', detail: `Nothing can be moved from ${from} to ${to}.` });
    const wanted = { ...command, ledger: ledgerOf(mode, currency), amount: BigInt(command.amount) };
    const accounts = [floatAccount(from, wanted.ledger), floatAccount(to, wanted.ledger)];
    return this.posting.to(accounts, () => this.#record(wanted));
  }

  #record(wanted: NewFloatTransfer): Promise<Reply<FloatTransfer>> {
    return this.unitOfWork.run(async (tx) => {
      await this.floats.lock(tx, wanted);
      const known = await this.floats.find(tx, wanted.transferId);
      if (known !== undefined) return isSame(known, wanted) ? accept(floatTransferOf(known)) : taken();
      const balance = (await this.floats.balances(wanted.ledger, tx))[wanted.from];
      if (balance < wanted.amount) return short(wanted, balance);
      await this.floats.insert(tx, wanted);
      const stored = await this.floats.find(tx, wanted.transferId);
      if (stored === undefined) throw new Error('a transfer between floats was not recorded');
      return accept(floatTransferOf(stored));
    });
  }
}

/** The part of an account's name before its product. */
function railOf(account: string): string {
  return account.split('/', 1).join();
}

function isSame(known: NewFloatTransfer, wanted: NewFloatTransfer): boolean {
  const termsOf = ({ ledger, from, to, amount }: NewFloatTransfer): string => [ledger, from, to, amount].join();
  return termsOf(known) === termsOf(wanted);
}

function taken(): Reply<FloatTransfer> {
  return refuse('parameter_invalid', { param: 'transferId', detail: 'Another transfer has this id.' });
}

function short({ from, amount }: NewFloatTransfer, balance: bigint): Reply<FloatTransfer> {
  const detail = `The ledger has ${balance} in ${from}, and ${amount} are to be moved.`;
  return refuse('parameter_invalid', { param: 'amount', detail });
}
