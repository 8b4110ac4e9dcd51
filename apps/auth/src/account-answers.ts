import { Injectable } from '@nestjs/common';
import type { Mode, Reply, SealedIdempotency } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import type { Keep, KeyedRequest } from '@paygate/platform';
import { Database, IdempotentAnswers, Sealer, sha256Base64url } from '@paygate/platform';
import type { ClaimKind } from './claim-ids.js';
import { ClaimIds } from './claim-ids.js';
import { AuthConfig } from './config.js';
import { Vault } from './vault.js';

/** What somebody asks for who has no account yet, or cannot get into it. */
export type AccountAction = 'register-user' | 'confirm-registration' | 'begin-password-reset' | 'reset-password';

/** A request under way. */
export interface AccountRequest<Answer> {
  /** The message that brought it. */
  readonly message: Received<unknown>;
  readonly keep: Keep<Answer>;
  /** The id of what it begins: the same whenever the request comes again. */
  idOf(kind: ClaimKind): string;
}

interface AccountCommand {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly idempotency?: SealedIdempotency;
}

/** Bodies that may be tried under one key beside its own: no more than codes of one claim. */
const OTHER_BODIES = 5;

/**
 * The answers to requests about accounts, under their idempotency keys, and else under the ids of their messages: a command
 * that Kafka delivers twice is one request too. A body holds a password or a code, so other bodies are counted, and its
 * digest came sealed.
 */
@Injectable()
export class AccountAnswers {
  readonly #answers: IdempotentAnswers<AccountAction>;

  constructor(
    config: AuthConfig,
    database: Database,
    private readonly vault: Vault,
    private readonly sealer: Sealer,
    private readonly claimIds: ClaimIds,
    private readonly unitOfWork: UnitOfWork,
  ) {
    this.#answers = new IdempotentAnswers(database, {
      ...{ table: 'auth_answer', vault, otherBodies: OTHER_BODIES },
      retentionDays: config.IDEMPOTENCY_RETENTION_DAYS,
    });
  }

  /** The answer that the same request got before, or what `execute` answers and keeps. */
  once<Answer>(
    action: AccountAction,
    message: Received<AccountCommand>,
    execute: (request: AccountRequest<Answer>) => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    const keyed = this.#keyed(action, message);
    const idOf = (kind: ClaimKind): string => this.claimIds.of(kind, keyed);
    return this.#answers.once<Answer>(keyed, (keep) => execute({ message, keep, idOf }));
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

  #keyed(action: AccountAction, { id, payload }: Received<AccountCommand>): KeyedRequest<AccountAction> {
    const { merchantId, mode, idempotency } = payload;
    // no idempotency key holds a NUL
    const keyHash = idempotency?.keyHash ?? sha256Base64url(`message\u0000${id}`);
    const bodyHash = idempotency === undefined ? '' : this.sealer.open(idempotency.bodyHash, 'account.body-hash');
    return { merchantId, mode, action, keyHash, bodyMac: this.vault.bodyMac(bodyHash) };
  }
}
