import { Injectable } from '@nestjs/common';
import type { CreateWalletTopUpCommand, Refusal, Reply, WalletTopUp } from '@paygate/contracts';
import { accept, amountRefusal, isRefusal, refuse } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { isSameContent } from '@paygate/platform';
import { ChargingConfig } from '../../config.js';
import { FeeSchedules } from '../../books/fees/fee-schedules.js';
import { ledgerOf } from '../../books/ledger/domain/ledger.js';
import { WalletsRepository } from '../../books/wallets/wallets.repository.js';
import { PrepareCharges } from '../../rails/prompts/prepare-charges.js';
import { NewOperations } from '../../rails/operations/new-operations.js';
import type { Fillable, StoredTopUp, WantedTopUp } from './top-ups.repository.js';
import { TopUpsRepository } from './top-ups.repository.js';
import { firstAnswerOf, topUpOf } from './top-ups.view.js';

/** The parts that the acceptance of a top-up reads and writes. */
@Injectable()
export class TopUpParts {
  constructor(
    readonly topUps: TopUpsRepository,
    readonly wallets: WalletsRepository,
    readonly fees: FeeSchedules,
    readonly operations: NewOperations,
  ) {}
}

/**
 * Accepts top-ups, under the lock of the wallet. What would lift the wallet above its ceiling, with what is pending, does not begin; money
 * that has moved is never refused. A repeated key finds its top-up before anything else is judged.
 */
@Injectable()
export class CreateTopUps {
  constructor(
    private readonly parts: TopUpParts,
    private readonly prepare: PrepareCharges,
    private readonly unitOfWork: UnitOfWork,
    private readonly config: ChargingConfig,
  ) {}

  async create(message: Received<CreateWalletTopUpCommand>): Promise<Reply<WalletTopUp>> {
    const wanted = wantedOf(message.payload);
    const known = await this.parts.topUps.known(wanted);
    if (known !== undefined) return repeated(known, wanted);
    const refusal = this.#outOfBounds(message.payload) ?? (await this.#unfillable(wanted));
    if (refusal !== undefined) return refusal;
    const { topUpId, userId, merchantId, mode, currency, operator } = message.payload;
    // the user's own number, which is asked for its PIN; a prompt counts as that of a payment does, and once for each key
    const asked = {
      chargeId: topUpId,
      intentId: wanted.keyHash,
      userId,
      merchantId,
      mode,
      currency,
      otherPhones: false,
    };
    const payload = operator === undefined ? asked : { ...asked, operator };
    const prepared = await this.prepare.prepare({ ...message, payload });
    if (isRefusal(prepared)) return prepared;
    return this.unitOfWork.run((tx) => this.#decide(tx, wanted, message), message);
  }

  async #decide(
    tx: Transaction,
    wanted: WantedTopUp,
    { requestId, id: causationId }: Received<CreateWalletTopUpCommand>,
  ): Promise<Reply<WalletTopUp>> {
    const { topUps, operations } = this.parts;
    const fillable = await this.#lock(tx, wanted);
    const known = await topUps.known(wanted, tx);
    if (known !== undefined) return repeated(known, wanted);
    const refusal = this.#refusalOf(fillable, wanted);
    if (refusal !== undefined) return refusal;
    const operation = operations.open(tx, { requestId, causationId }, { floatOwner: '', phone: '' });
    return accept(topUpOf(await topUps.insert(tx, wanted, operation)));
  }

  #outOfBounds({ mode, currency, amount }: CreateWalletTopUpCommand): Refusal | undefined {
    const bounds = this.parts.fees.taken[mode].get(currency);
    if (bounds === undefined)
      return refuse('payment_method_unavailable', { param: 'currency', detail: `Nothing collects ${currency} here.` });
    return amountRefusal(BigInt(amount), currency, bounds);
  }

  /** Before the payer is looked up: what is refused here would be refused under the lock. */
  async #unfillable(wanted: WantedTopUp): Promise<Refusal | undefined> {
    await this.parts.wallets.open([wanted]);
    return this.unitOfWork.run(async (tx) => this.#refusalOf(await this.#lock(tx, wanted), wanted));
  }

  async #lock(tx: Transaction, wanted: WantedTopUp): Promise<Fillable> {
    await this.parts.wallets.lock(tx, wanted);
    return this.parts.topUps.fillable(tx, wanted);
  }

  #refusalOf({ state, expected }: Fillable, { amount }: WantedTopUp): Refusal | undefined {
    if (state === 'frozen') return refuse('wallet_frozen');
    if (state === 'closed') return refuse('payment_method_unavailable', { detail: 'The wallet is closed.' });
    const left = BigInt(this.config.WALLET_BALANCE_MAX) - expected;
    if (amount <= left) return undefined;
    const max = (left > 0n ? left : 0n).toString();
    return refuse('amount_too_large', {
      ...{ param: 'amount', fields: { max } },
      detail: `The wallet takes ${max} more at present, with the top-ups that are pending.`,
    });
  }
}

function wantedOf(command: CreateWalletTopUpCommand): WantedTopUp {
  const { topUpId, userId, merchantId, mode, currency, amount, idempotency } = command;
  const { keyHash, bodyHash, contentHash = null } = idempotency;
  const ids = { topUpId, userId, merchantId, ledger: ledgerOf(mode, currency) };
  return { ...ids, amount: BigInt(amount), keyHash, bodyHash, contentHash };
}

/** The top-up of the first request again, for the same body; also a redelivered command finds its own. */
function repeated(known: StoredTopUp, wanted: WantedTopUp): Reply<WalletTopUp> {
  const isSame = known.keyHash === wanted.keyHash && isSameContent(known, wanted);
  return isSame ? { ...accept(firstAnswerOf(known)), replayed: true } : refuse('idempotency_key_reused');
}
