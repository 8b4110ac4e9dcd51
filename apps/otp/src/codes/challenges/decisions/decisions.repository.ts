import { Injectable } from '@nestjs/common';
import type { Currency } from '@paygate/contracts';
import type { OutboxEntry, Transaction } from '@paygate/messaging';
import { Outbox, outboxInsertSql, outboxValues, pickOutboxRows } from '@paygate/messaging';
import type { KeyedRequest, RowColumn } from '@paygate/platform';
import { IdempotencyRecords, KeyTaken, RowColumns } from '@paygate/platform';
import type { BudgetCaller, Proof } from '../../budgets/budgets.repository.js';
import type { OtpAction } from '../../budgets/source-caps.js';
import { OtpConfig } from '../../../config.js';
import type { RecordedSend } from '../../../messages/sending/sends.repository.js';
import { SendsRepository } from '../../../messages/sending/sends.repository.js';
import type { SendTerms } from '../challenge.js';
import type { ChallengeScope } from '../challenge-scope.js';
import { rightSql, sentSql, wrongSql } from './decisions.sql.js';

/** The binding of a code besides its scope. */
export interface BoundPayment {
  readonly amount: bigint;
  readonly currency: Currency;
}

/** The records that are stored together with an effect. */
export interface Effect {
  /** The idempotency key that the answer is kept under. */
  readonly keyed: KeyedRequest<OtpAction> | undefined;
  readonly answer: object;
}

/** A code about to be sent: of a new challenge, or the next code of a known one, which replaces the one before it and keeps its checks. */
export interface CodeToSend extends Effect, Omit<RecordedSend, 'expiresAt'> {
  readonly kind: 'send';
  readonly challengeId: string;
  readonly scope: ChallengeScope;
  readonly payment: BoundPayment | null;
  readonly codeHash: Buffer;
  readonly sends: number;
  readonly sentAt: Date;
  readonly terms: SendTerms;
  /** Published about it; undefined for a code of no payment. */
  readonly event: OutboxEntry | undefined;
}

/** The check of a right code. */
export interface RightCheck extends Effect {
  readonly kind: 'right';
  readonly challengeId: string;
  /**
   * The one token that the code gives, which consumes the challenge. The send that brought the code goes back to its budget, except
   * to that of a guest, who could verify codes of a phone without end. Undefined where the code is not consumed.
   */
  readonly token: { readonly id: string; readonly at: Date } | undefined;
  /** The proof of a phone; a user signs in instead. */
  readonly proof: Proof | undefined;
}

/** The check of a wrong code, which is charged to a budget. */
export interface WrongCheck {
  readonly kind: 'wrong';
  readonly challengeId: string;
  readonly useId: string;
  readonly caller: BudgetCaller;
  readonly at: Date;
}

/** The writes of a decision. No two decisions of a transaction have the same challenge. */
export type Write = CodeToSend | RightCheck | WrongCheck;

/** The effects of a statement, and how many answers of theirs it has stored. */
interface Done {
  readonly id: string;
  readonly kept: number;
}
type Numbered = CodeToSend & { readonly eventId: string | null };

/** The columns of a code besides those of its message, which has its challenge, mode, channel and end. */
const SENT: readonly RowColumn<Numbered>[] = [
  ['purpose', 'text', ({ scope }) => scope.purpose],
  ['merchant_id', 'text', ({ scope }) => scope.merchantId],
  ['subject', 'text', ({ scope }) => scope.subject],
  ['counted_as', 'text', ({ scope }) => scope.countedAs],
  ['intent_id', 'text', ({ scope }) => scope.intentId],
  ['amount', 'bigint', ({ payment }) => payment?.amount ?? null],
  ['currency', 'text', ({ payment }) => payment?.currency ?? null],
  ['trusted', 'boolean', ({ scope }) => scope.trusted],
  ['budget_scope', 'text', ({ scope }) => scope.budgetScope],
  ['address', 'text', ({ scope }) => scope.address],
  ['code_hash', 'bytea', ({ codeHash }) => codeHash],
  ['sends', 'integer', ({ sends }) => sends],
  ['sent_at', 'timestamptz', ({ sentAt }) => sentAt],
  ['resend_at', 'timestamptz', ({ terms }) => terms.resendAt],
  ['event_id', 'uuid', ({ eventId }) => eventId],
];
const RIGHT: readonly RowColumn<RightCheck>[] = [
  ['challenge_id', 'text', ({ challengeId }) => challengeId],
  ['consumed_at', 'timestamptz', ({ token }) => token?.at ?? null],
  ['token_id', 'uuid', ({ token }) => token?.id ?? null],
  ['proved_subject', 'text', ({ proof }) => proof?.countedAs ?? null],
  ['proved_address', 'text', ({ proof }) => proof?.address ?? null],
];
const WRONG: readonly RowColumn<WrongCheck>[] = [
  ['challenge_id', 'text', ({ challengeId }) => challengeId],
  ['use_id', 'uuid', ({ useId }) => useId],
  ['mode', 'text', ({ caller }) => caller.mode],
  ['counted_as', 'text', ({ caller }) => caller.countedAs],
  ['scope', 'text', ({ caller }) => caller.budgetScope],
  ['address', 'text', ({ caller }) => caller.address],
  ['at', 'timestamptz', ({ at }) => at],
];

/** The writes of decisions on sends and checks, a statement for each kind, under the locks of their subjects. */
@Injectable()
export class DecisionsRepository {
  readonly #sent: RowColumns<Numbered>;
  readonly #right: RowColumns<RightCheck>;
  readonly #wrong = new RowColumns<WrongCheck>(WRONG);
  readonly #texts: Readonly<Record<Write['kind'], string>>;

  constructor(
    private readonly outbox: Outbox,
    records: IdempotencyRecords<OtpAction>,
    sends: SendsRepository,
    config: OtpConfig,
  ) {
    const most = config.OTP_CHECKS_PER_CHALLENGE;
    const recordedOf = ({ terms, ...code }: Numbered): RecordedSend => ({ ...code, expiresAt: terms.expiresAt });
    this.#sent = new RowColumns([
      ...SENT,
      ...sends.columns(recordedOf),
      ...records.keepColumns((code: Numbered) => code),
    ]);
    this.#right = new RowColumns([...RIGHT, ...records.keepColumns((check: RightCheck) => check)]);
    this.#texts = {
      send: sentSql(this.#sent.sql('code'), records.keepSql('sent'), outboxInsertSql(this.#sent.count + 1)),
      right: rightSql(this.#right.sql('given'), records.keepSql('counted'), most),
      wrong: wrongSql(this.#wrong.sql('given'), most),
    };
  }

  /**
   * Stores decisions; returns those that took effect. A code takes none when its id is that of a challenge of another subject, purpose,
   * merchant or mode, a check when its challenge is not open any more. Throws KeyTaken.
   */
  async write(tx: Transaction, writes: readonly Write[]): Promise<ReadonlySet<Write>> {
    const done = [
      ...(await this.#send(
        tx,
        writes.filter((write) => write.kind === 'send'),
      )),
      ...(await this.#countRight(
        tx,
        writes.filter((write) => write.kind === 'right'),
      )),
      ...(await this.#countWrong(
        tx,
        writes.filter((write) => write.kind === 'wrong'),
      )),
    ];
    return new Set(done);
  }

  async #send(tx: Transaction, codes: readonly CodeToSend[]): Promise<readonly CodeToSend[]> {
    if (codes.length === 0) return [];
    const rows = this.outbox.rows(codes.flatMap(({ event }) => event ?? []));
    let published = 0;
    const numbered = codes.map((code) => ({
      ...code,
      eventId: code.event === undefined ? null : (rows.ids[published++] ?? null),
    }));
    const done = await this.#effects(tx, codes, {
      name: 'otp-record-code',
      text: this.#texts.send,
      values: [...this.#sent.values(numbered), ...outboxValues(rows)],
    });
    const ids = new Set(done.map(({ challengeId }) => challengeId));
    const stored = new Set(numbered.filter(({ challengeId }) => ids.has(challengeId)).map(({ eventId }) => eventId));
    tx.afterCommit(() => {
      this.outbox.publish(pickOutboxRows(rows, (index) => stored.has(rows.ids[index] ?? null)));
    });
    return done;
  }

  async #countRight(tx: Transaction, checks: readonly RightCheck[]): Promise<readonly RightCheck[]> {
    if (checks.length === 0) return [];
    const values = this.#right.values(checks);
    return this.#effects(tx, checks, { name: 'otp-count-right', text: this.#texts.right, values });
  }

  async #countWrong(tx: Transaction, checks: readonly WrongCheck[]): Promise<readonly WrongCheck[]> {
    if (checks.length === 0) return [];
    const values = this.#wrong.values(checks);
    await tx.execute({ name: 'otp-count-wrong', text: this.#texts.wrong, values });
    return checks;
  }

  /** Runs a statement; the writes of which it has stored both effect and answer. */
  async #effects<Stored extends CodeToSend | RightCheck>(
    tx: Transaction,
    writes: readonly Stored[],
    statement: { readonly name: string; readonly text: string; readonly values: readonly unknown[] },
  ): Promise<readonly Stored[]> {
    const rows = await tx.query<Done>(statement);
    const ids = new Set(rows.map(({ id }) => id));
    const done = writes.filter(({ challengeId }) => ids.has(challengeId));
    if (done.filter(({ keyed }) => keyed !== undefined).length > (rows[0]?.kept ?? 0)) throw new KeyTaken();
    return done;
  }
}
