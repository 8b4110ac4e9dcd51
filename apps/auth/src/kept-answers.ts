import { Injectable } from '@nestjs/common';
import type { Idempotency, Mode, Reply } from '@paygate/contracts';
import { accept } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import type { Keep, KeyedRequest } from '@paygate/platform';
import { idempotencyOfMessage, IdempotentAnswers } from '@paygate/platform';
import { Vault } from './vault.js';

/** What a caller can ask for under an idempotency key. */
export type AuthAction =
  | 'create-api-key'
  | 'rotate-api-key'
  | 'revoke-api-key'
  | 'sign-in'
  | 'sign-out'
  | 'sign-in-to-dashboard'
  | 'change-member-role'
  | 'remove-member';

/** A command that may carry an idempotency key. */
export interface MaybeKeyed {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly idempotency?: Idempotency | undefined;
}

/** The answers under idempotency keys. */
@Injectable()
export class KeptAnswers {
  constructor(
    private readonly answers: IdempotentAnswers<AuthAction>,
    private readonly vault: Vault,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * The answer that an earlier command with the same key got, or what `work` answers in a transaction; `work` keeps what it
   * grants. A command without a key is known by its message.
   */
  once<Answer>(
    action: AuthAction,
    { id: causationId, requestId, payload }: Received<MaybeKeyed>,
    work: (tx: Transaction, keep: Keep<Answer>) => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    const { idempotency = idempotencyOfMessage(causationId) } = payload;
    return this.answers.once<Answer>(this.#keyed(action, payload, idempotency), (keep) =>
      this.unitOfWork.run((tx) => work(tx, keep), { requestId, causationId }),
    );
  }

  /** The first of the answers that were found one after the other under the same key: this one, or an earlier one. */
  first<Answer>(action: AuthAction, command: MaybeKeyed, answer: Answer): Promise<Reply<Answer>> {
    const { idempotency } = command;
    if (idempotency === undefined) return Promise.resolve(accept(answer));
    return this.answers.once<Answer>(this.#keyed(action, command, idempotency), async (keep) => {
      await this.unitOfWork.run((tx) => keep(tx, answer));
      return accept(answer);
    });
  }

  forget(): Promise<void> {
    return this.answers.forget();
  }

  #keyed(
    action: AuthAction,
    { merchantId, mode }: MaybeKeyed,
    { keyHash, bodyHash }: Idempotency,
  ): KeyedRequest<AuthAction> {
    return { merchantId, mode, action, keyHash, bodyMac: this.vault.bodyMac(bodyHash) };
  }
}
