import { Injectable } from '@nestjs/common';
import type { ConfirmWalletWithdrawalCommand, Refusal, Reply, WalletWithdrawal } from '@paygate/contracts';
import { accept, isRefusal, refuse } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { floatAccount, platformAccount } from '../../books/ledger/domain/ledger.js';
import { Posting } from '../../books/ledger/posting.js';
import { NewOperations } from '../../rails/operations/new-operations.js';
import { WithdrawalParts } from './ask-withdrawals.js';
import type { StoredWithdrawal } from './withdrawal.js';
import type { WithdrawalPhone } from './withdrawal-phones.js';
import { withdrawalOf } from './withdrawals.view.js';

/**
 * Takes the money of a withdrawal out of its wallet, once the code from the user's phone was right: the token alone moves nothing. The number
 * that is paid is the one that got the code.
 */
@Injectable()
export class ConfirmWithdrawals {
  constructor(
    private readonly parts: WithdrawalParts,
    private readonly operations: NewOperations,
    private readonly posting: Posting,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async confirm(message: Received<ConfirmWalletWithdrawalCommand>): Promise<Reply<WalletWithdrawal>> {
    const { userId, mode, withdrawalId } = message.payload;
    const found = await this.parts.withdrawals.find(userId, mode, withdrawalId);
    if (found === undefined) return refuse('withdrawal_not_found');
    if (found.state !== 'asked') return accept(withdrawalOf(found));
    const phone = await this.parts.phones.of(message.payload, message);
    if (isRefusal(phone)) return phone;
    // the code went to the number of then
    if (!this.parts.phones.isStored(phone.phone, mode, found)) return refuse('otp_invalid');
    const refusal = this.#changed(found, phone);
    if (refusal !== undefined) return refusal;
    const checked = await this.parts.phones.checkCode(found, message);
    if (!checked.ok) return checked;
    const { ledger } = found;
    const accounts = [
      platformAccount('clearing', ledger),
      floatAccount(phone.way.floatOwner, ledger),
      ...[platformAccount('fees', ledger), platformAccount('suspense', ledger)],
    ];
    return this.posting.to(accounts, () => this.unitOfWork.run((tx) => this.#move(tx, found, phone, message), message));
  }

  /** The refusal of a withdrawal that is no longer what its user was shown, or that nobody may ask for now. */
  #changed(found: StoredWithdrawal, { rail }: WithdrawalPhone): Refusal | undefined {
    const { terms } = this.parts;
    if (found.lapsedAt !== null) return refuse('withdrawal_expired');
    if (rail !== found.rail)
      return refuse('withdrawal_expired', {
        detail: 'The operator of the number is another one since it was asked for.',
      });
    if (terms.feeOf(found.amount) !== found.fee)
      return refuse('withdrawal_expired', { detail: 'The fee is another one since it was asked for.' });
    return terms.refusalOf(found.amount);
  }

  /** Under the lock of the wallet, which charges take, too. */
  async #move(
    tx: Transaction,
    { userId, ledger, withdrawalId, amount }: StoredWithdrawal,
    { phone, way }: WithdrawalPhone,
    { requestId, id: causationId, payload: { mode } }: Received<ConfirmWalletWithdrawalCommand>,
  ): Promise<Reply<WalletWithdrawal>> {
    const { wallets, withdrawals, terms, phones } = this.parts;
    await wallets.lock(tx, { userId, ledger });
    const current = await withdrawals.find(userId, mode, withdrawalId, tx);
    if (current?.lapsedAt !== null) return refuse('withdrawal_expired');
    if (current.state !== 'asked') return accept(withdrawalOf(current));
    const refusal = terms.unpayable(await wallets.read({ userId, ledger }, tx), amount);
    if (refusal !== undefined) return refusal;
    const sealed = { floatOwner: way.floatOwner, phone: phones.seal(phone, current) };
    const operation = this.operations.open(tx, { requestId, causationId }, sealed);
    return accept(withdrawalOf(await withdrawals.confirm(tx, withdrawalId, operation)));
  }
}
