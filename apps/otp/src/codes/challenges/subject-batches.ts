import { Injectable } from '@nestjs/common';
import type { Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import {
  DatabaseUnavailable,
  LockTimedOut,
  MicroBatcher,
  OutcomeUnknown,
  TransactionConflict,
} from '@paygate/platform';
import type { Write } from './decisions/decisions.repository.js';
import { DecisionsRepository } from './decisions/decisions.repository.js';
import type { SubjectQuery, SubjectState } from './subjects.repository.js';
import { SubjectsRepository } from './subjects.repository.js';

/** A decision on a send or a check. */
export interface Decision<Result> {
  readonly result: Result;
  /** Absent where nothing is stored. */
  readonly write?: Write;
  /** The result in place of the other when `write` had no effect, because the challenge was not as it was read. */
  readonly unwritten?: Result;
}

/** Decides on what was read under the lock of a subject. A batch decides one after the other. */
export type Decide<Answer, Result> = (
  state: SubjectState<Answer>,
  tx: Transaction,
) => Decision<Result> | Promise<Decision<Result>>;

interface Request extends SubjectQuery {
  readonly lock: string;
  readonly decide: Decide<unknown, unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The requests of one transaction, and for how long one runs alone (docs/adr/0025-one-batch-at-a-time.md). */
const BATCH = 64;
const BATCHES_IN_FLIGHT = 2;
const BATCH_ALONE_MS = 40;
/** Transactions that wait for the lock of a subject, so that others find a connection. */
const ALONE_IN_FLIGHT = 4;

/**
 * Decides on sends and checks, with one transaction for those that arrive together: one statement takes the locks of their subjects, one
 * reads, one for each kind of decision writes. The lock of a subject serializes all its sends and checks, so that what was read is what
 * the decision counts on, and a losing request is refused only after the winner's answer is stored. A batch takes the locks that are free;
 * who finds a lock taken is decided alone, and so is each request of a batch that failed
 * (docs/adr/0064-batches-of-codes.md).
 */
@Injectable()
export class SubjectBatches {
  /** Requests of this process that wait for another one of their subject, by lock. */
  readonly #waiting = new Map<string, Request[]>();
  readonly #together = new MicroBatcher<Request>({
    maxItems: BATCH,
    maxInFlight: BATCHES_IN_FLIGHT,
    aloneMs: BATCH_ALONE_MS,
    run: (requests) => this.#runTogether(requests),
  });
  readonly #alone = new MicroBatcher<Request>({
    maxItems: 1,
    maxInFlight: ALONE_IN_FLIGHT,
    run: (requests) => this.#runAlone(requests),
  });

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly subjects: SubjectsRepository,
    private readonly decisions: DecisionsRepository,
  ) {}

  /** The result of `decide`, once its write has committed. Throws KeyTaken, and the errors of Database.transaction. */
  decide<Answer, Result>(query: SubjectQuery, decide: Decide<Answer, Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const request: Request = {
      ...query,
      lock: lockOf(query),
      decide: decide as Decide<unknown, unknown>,
      resolve,
      reject,
    };
    const others = this.#waiting.get(request.lock);
    if (others === undefined) {
      this.#waiting.set(request.lock, []);
      this.#together.submit(request);
    } else others.push(request);
    return promise as Promise<Result>;
  }

  /** The same in a transaction of its own, for a decision that takes further locks. */
  async decideAlone<Answer, Result>(query: SubjectQuery, decide: Decide<Answer, Result>): Promise<Result> {
    const request = { ...query, decide: decide as Decide<unknown, unknown> };
    const work = (tx: Transaction) => this.#decideIn(tx, [request]);
    const [result] = await this.unitOfWork.run(work, {}, lockOf(query));
    return result as Result;
  }

  async #runTogether(requests: readonly Request[]): Promise<void> {
    const [batch, others] = splitByKey(requests);
    try {
      const results = await this.#tryTogether(batch);
      for (const request of batch)
        if (results.has(request))
          this.#settle(request, () => {
            request.resolve(results.get(request));
          });
        else this.#alone.submit(request);
    } catch (error) {
      // a row that fails must not fail the others; a database that is away fails them all alike
      if (batch.length > 1 && !isOutage(error)) for (const request of batch) this.#alone.submit(request);
      else
        for (const request of batch)
          this.#settle(request, () => {
            request.reject(error);
          });
    }
    for (const request of others) this.#together.submit(request);
  }

  /** The results of the requests whose locks were free. */
  #tryTogether(batch: readonly Request[]): Promise<ReadonlyMap<Request, unknown>> {
    const locks = batch.map(({ lock }) => lock);
    return this.unitOfWork.run(
      async (tx) => {
        const held = batch.filter((_, index) => tx.held[index]);
        const results = await this.#decideIn(tx, held);
        return new Map(held.map((request, index) => [request, results[index]]));
      },
      {},
      locks,
    );
  }

  async #runAlone(requests: readonly Request[]): Promise<void> {
    for (const request of requests) {
      try {
        const result = await this.decideAlone(request, request.decide);
        this.#settle(request, () => {
          request.resolve(result);
        });
      } catch (error) {
        // those of the same subject would wait for the same lock, one after the other
        const alike = error instanceof LockTimedOut ? (this.#waiting.get(request.lock)?.splice(0) ?? []) : [];
        this.#settle(request, () => {
          for (const { reject } of [request, ...alike]) reject(error);
        });
      }
    }
  }

  async #decideIn(
    tx: Transaction,
    requests: readonly (SubjectQuery & Pick<Request, 'decide'>)[],
  ): Promise<readonly unknown[]> {
    if (requests.length === 0) return [];
    const states = await this.subjects.read(tx, requests);
    const decided: Decision<unknown>[] = [];
    for (const [index, request] of requests.entries()) {
      const state = states[index];
      if (state === undefined) throw new Error('a subject has a state');
      decided.push(await request.decide(state, tx));
    }
    const written = await this.decisions.write(
      tx,
      decided.flatMap(({ write }) => write ?? []),
    );
    return decided.map(({ result, write, unwritten }) =>
      write === undefined || written.has(write) ? result : unwritten,
    );
  }

  /** Answers a request; the next one of its subject may begin. */
  #settle({ lock }: Request, answer: () => void): void {
    const others = this.#waiting.get(lock);
    const next = others?.shift();
    if (next === undefined) this.#waiting.delete(lock);
    else this.#together.submit(next);
    answer();
  }
}

const lockOf = ({ scope: { mode, subject } }: SubjectQuery): string => `${mode}:${subject}`;

/** One request of each idempotency key, and the others: a statement looks up and stores a key once. */
function splitByKey(requests: readonly Request[]): readonly [readonly Request[], readonly Request[]] {
  const first = new Map<string, Request>();
  const keyOf = ({ keyed, lock }: Request): string =>
    keyed === undefined ? lock : [keyed.merchantId, keyed.mode, keyed.action, keyed.keyHash].join(' ');
  for (const request of requests) if (!first.has(keyOf(request))) first.set(keyOf(request), request);
  const batch = [...first.values()];
  return [batch, requests.filter((request) => !batch.includes(request))];
}

/** True when every request would fail alike. A lock that was not granted and a lost conflict concern one row only. */
function isOutage(error: unknown): boolean {
  if (error instanceof LockTimedOut || error instanceof TransactionConflict) return false;
  return error instanceof DatabaseUnavailable || error instanceof OutcomeUnknown;
}
