import { Injectable } from '@nestjs/common';
import type { Idempotency, Mode, Reply, Sealed, SealedIdempotency } from '@paygate/contracts';
import { SEALED_PATTERN } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import type { Keep } from '@paygate/platform';
import { IdempotencyRecords, idOfUuid, Sealer } from '@paygate/platform';
import { PersonalData } from '../personal-data.js';

/** The commands whose effects are recorded under an idempotency key. */
export type KeyedAction =
  | 'create-api-key'
  | 'rotate-api-key'
  | 'revoke-api-key'
  | 'register-user'
  | 'confirm-registration'
  | 'begin-password-reset'
  | 'reset-password'
  | 'open-account'
  | 'invite-member'
  | 'invite-member-again'
  | 'accept-invitation'
  | 'change-member-role'
  | 'remove-member'
  | 'forget-member-password'
  | 'reset-member-password';

/** A command that may carry an idempotency key. The digest of a body that holds a secret is sealed. */
export interface KeyedCommand {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly idempotency?: Idempotency | SealedIdempotency | undefined;
}

/** The request that a phone code confirms. */
export type ClaimKind = 'registration' | 'passwordReset';

/** A request in progress that commits its effect later, with {@link IdempotentRequests.commit}. */
export interface PendingRequest<Answer> {
  readonly message: Received<unknown>;
  readonly keep: Keep<Answer>;
  /** The id of the claim that the request creates: the same whenever the request is repeated with its key. */
  claimId(kind: ClaimKind): string;
}

/** Executes requests once per idempotency key, and returns the recorded answer to their repetitions. */
@Injectable()
export class IdempotentRequests {
  constructor(
    private readonly records: IdempotencyRecords<KeyedAction>,
    private readonly unitOfWork: UnitOfWork,
    private readonly sealer: Sealer,
    private readonly personalData: PersonalData,
  ) {}

  /** Returns the answer recorded for the same request, or executes it. `execute` commits its effect with {@link commit}. */
  once<Answer>(
    action: KeyedAction,
    message: Received<KeyedCommand>,
    execute: (request: PendingRequest<Answer>) => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    const { merchantId, mode, idempotency } = message.payload;
    const keyed = idempotency && {
      ...{ merchantId, mode, action, keyHash: idempotency.keyHash },
      bodyMacs: this.personalData.bodyMacs(this.#opened(idempotency.bodyHash)),
      contentMacs:
        idempotency.contentHash === undefined ? [] : this.personalData.bodyMacs(this.#opened(idempotency.contentHash)),
    };
    const claimId = (kind: ClaimKind): string =>
      this.#claimId(kind, [merchantId, mode, action, idempotency?.keyHash ?? message.id]);
    return this.records.once<Answer>(keyed, (keep) => execute({ message, keep, claimId }));
  }

  /** {@link once}, for a command that does all its work in one transaction and stores its answer with `keep`. */
  onceInTransaction<Answer>(
    action: KeyedAction,
    message: Received<KeyedCommand>,
    work: (tx: Transaction, keep: Keep<Answer>) => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    const { requestId, id: causationId } = message;
    return this.once<Answer>(action, message, ({ keep }) =>
      this.unitOfWork.run((tx) => work(tx, keep), { requestId, causationId }),
    );
  }

  /** Runs a transaction that decides whether a request may have its effect, before any cost; {@link commit} decides again. */
  decide<Decision>(work: (tx: Transaction) => Promise<Decision>): Promise<Decision> {
    return this.unitOfWork.run(work);
  }

  /** Runs the transaction of a request's effect and records its answer in it. One of the requests with one key commits. */
  commit<Answer>(
    { message: { id, requestId }, keep }: PendingRequest<Answer>,
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

  #opened(digest: string | Sealed): string {
    return isSealed(digest) ? this.sealer.open(digest, 'account.body-hash') : digest;
  }

  /**
   * 122 bits that nobody can predict, because their key is not in the database, in the form of a UUIDv8 (RFC 9562). Being
   * derived from the request, the id lets a request that crashed after its code was sent find that code again.
   */
  #claimId(kind: ClaimKind, request: readonly string[]): string {
    const bytes = this.personalData.claimHash(request.join('\u0000')).subarray(0, 16);
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
    return idOfUuid(kind, bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'));
  }
}

function isSealed(digest: string): digest is Sealed {
  return SEALED_PATTERN.test(digest);
}
