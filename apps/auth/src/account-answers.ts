import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import type { Keep } from '@paygate/platform';
import { Database, IdempotentAnswers } from '@paygate/platform';
import { AuthConfig } from './config.js';
import { lastingRefusals } from './lasting-refusals.js';
import type { AccountAction, AccountCommand, ClaimKind } from './request-keys.js';
import { RequestKeys } from './request-keys.js';
import { Vault } from './vault.js';

/** A request under way. */
export interface AccountRequest<Answer> {
  /** The message that brought it. */
  readonly message: Received<unknown>;
  readonly keep: Keep<Answer>;
  /** The id of what it begins: the same whenever the request comes again. */
  idOf(kind: ClaimKind): string;
}

/** Bodies that may be tried under one key beside its own: no more than codes of one claim. */
const OTHER_BODIES = 5;

/** The kept answers to bodies that hold a password or a code: other bodies are counted. */
@Injectable()
export class CountedAnswers extends IdempotentAnswers<AccountAction> {
  constructor(database: Database, vault: Vault, config: AuthConfig) {
    super(database, {
      table: 'auth_answer',
      vault,
      otherBodies: OTHER_BODIES,
      retentionDays: config.IDEMPOTENCY_RETENTION_DAYS,
      lastingRefusals,
    });
  }
}

/** The answers to requests about accounts, each given again to the same request. */
@Injectable()
export class AccountAnswers {
  constructor(
    private readonly answers: CountedAnswers,
    private readonly keys: RequestKeys,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** The answer that the same request got before, or what `execute` answers and keeps. */
  once<Answer>(
    action: AccountAction,
    message: Received<AccountCommand>,
    execute: (request: AccountRequest<Answer>) => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    const keyed = this.keys.of(action, message);
    const idOf = (kind: ClaimKind): string => this.keys.idOf(kind, keyed);
    return this.answers.once<Answer>(keyed, (keep) => execute({ message, keep, idOf }));
  }

  /** Looks whether a request may have its effect, before it costs anything; the transaction of the effect decides. */
  look<Decision>(work: (tx: Transaction) => Promise<Decision>): Promise<Decision> {
    return this.unitOfWork.run(work);
  }

  /** The one transaction of a request's effect, in which its answer is kept. Of requests under one key one commits. */
  commit<Answer>(
    { message: { id, requestId }, keep }: AccountRequest<Answer>,
    work: (tx: Transaction) => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    return this.unitOfWork.run(
      async (tx) => {
        const reply = await work(tx);
        if (reply.ok) await keep(tx, reply.data);
        return reply;
      },
      { requestId, causationId: id },
    );
  }
}
