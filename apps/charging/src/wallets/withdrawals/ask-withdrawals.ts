import { Injectable } from '@nestjs/common';
import type { AskedWalletWithdrawal, CreateWalletWithdrawalCommand, Refusal, Reply } from '@paygate/contracts';
import { accept, isRefusal, operatorCurrencies, refuse } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { isSameContent } from '@paygate/platform';
import { ledgerOf } from '../../books/ledger/domain/ledger.js';
import { WalletsRepository } from '../../books/wallets/wallets.repository.js';
import type { NewWithdrawal, StoredWithdrawal, WantedWithdrawal } from './withdrawal.js';
import { WithdrawalPhones } from './withdrawal-phones.js';
import { WithdrawalTerms } from './withdrawal-terms.js';
import { WithdrawalsRepository } from './withdrawals.repository.js';
import { firstAnswerOf } from './withdrawals.view.js';

/** The parts that are read before a withdrawal is asked for. */
@Injectable()
export class WithdrawalParts {
  constructor(
    readonly withdrawals: WithdrawalsRepository,
    readonly wallets: WalletsRepository,
    readonly terms: WithdrawalTerms,
    readonly phones: WithdrawalPhones,
  ) {}
}

/** The most withdrawals of a user and a mode that wait for their codes. */
const OPEN_MAX = 50;

/** Takes withdrawals down and has their codes sent. No money moves by it: what is judged here is judged again when the code confirms it. */
@Injectable()
export class AskWithdrawals {
  constructor(
    private readonly parts: WithdrawalParts,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async ask(message: Received<CreateWalletWithdrawalCommand>): Promise<Reply<AskedWalletWithdrawal>> {
    const wanted = wantedOf(message.payload);
    const known = await this.parts.withdrawals.known(wanted);
    if (known !== undefined) return this.#repeated(known, wanted, message);
    const { payload } = message;
    const phone = await this.parts.phones.of(payload, message);
    if (isRefusal(phone)) return phone;
    if (!operatorCurrencies[phone.rail].includes(payload.currency))
      return refuse('payment_method_unavailable', {
        param: 'currency',
        detail: `Nothing pays out ${payload.currency}.`,
      });
    const { terms, wallets, phones } = this.parts;
    const refusal = terms.refusalOf(wanted.amount) ?? terms.unpayable(await wallets.read(wanted), wanted.amount);
    if (refusal !== undefined) return refusal;
    const fee = terms.feeOf(wanted.amount);
    const asked = { fee, rail: phone.rail, ...phones.stored(phone.phone, payload.mode) };
    const stored = await this.unitOfWork.run((tx) => this.#store(tx, { ...wanted, ...asked }), message);
    if (isRefusal(stored)) return stored;
    // somebody else was first with the key
    if (stored.withdrawalId !== wanted.withdrawalId) return this.#repeated(stored, wanted, message);
    return this.#sent(stored, message);
  }

  /** Under the lock of the wallet: however many are asked for at once, no more than the most are open. */
  async #store(tx: Transaction, asked: NewWithdrawal): Promise<StoredWithdrawal | Refusal> {
    const { wallets, withdrawals } = this.parts;
    await wallets.lock(tx, asked);
    const known = await withdrawals.known(asked, tx);
    if (known !== undefined) return known;
    const { count, seconds } = await withdrawals.open(tx, asked);
    if (count < OPEN_MAX) return withdrawals.insert(tx, asked);
    const detail = 'Too many withdrawals of the user wait for their codes.';
    return refuse('rate_limited', { detail, fields: { retryAfter: seconds } });
  }

  /** The first answer again, for the same body. No second code is sent for one withdrawal. */
  async #repeated(
    known: StoredWithdrawal,
    wanted: WantedWithdrawal,
    message: Received<CreateWalletWithdrawalCommand>,
  ): Promise<Reply<AskedWalletWithdrawal>> {
    if (known.keyHash !== wanted.keyHash || !isSameContent(known, wanted)) return refuse('idempotency_key_reused');
    if (known.state !== 'asked')
      return { ...accept(Object.assign({ code: null }, firstAnswerOf(known))), replayed: true };
    if (known.lapsedAt !== null) return refuse('withdrawal_expired');
    const sent = await this.#sent(known, message);
    return sent.ok ? { ...sent, replayed: true } : sent;
  }

  async #sent(
    stored: StoredWithdrawal,
    message: Received<CreateWalletWithdrawalCommand>,
  ): Promise<Reply<AskedWalletWithdrawal>> {
    const sent = await this.parts.phones.sendCode(stored, message);
    return sent.ok ? accept(Object.assign({ code: sent.data }, firstAnswerOf(stored))) : sent;
  }
}

function wantedOf(command: CreateWalletWithdrawalCommand): WantedWithdrawal {
  const { withdrawalId, userId, merchantId, mode, currency, amount, idempotency } = command;
  const { keyHash, bodyHash, contentHash = null } = idempotency;
  const ids = { withdrawalId, userId, merchantId, ledger: ledgerOf(mode, currency) };
  return { ...ids, amount: BigInt(amount), keyHash, bodyHash, contentHash };
}
