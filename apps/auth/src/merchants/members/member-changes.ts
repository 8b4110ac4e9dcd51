import { Injectable } from '@nestjs/common';
import type { Idempotency, Refusal, Reply } from '@paygate/contracts';
import { accept, isRefusal } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import type { KeyedAction } from '../../idempotency/idempotent-requests.js';
import { IdempotentRequests } from '../../idempotency/idempotent-requests.js';
import type { Managing } from './member-rights.js';
import { MemberRights } from './member-rights.js';

/** A command of a member about members. */
export interface MemberCommand {
  readonly merchantId: string;
  readonly actorMemberId: string;
  readonly idempotency?: Idempotency;
}

/** Changes of members by a member with the right to them. */
@Injectable()
export class MemberChanges {
  constructor(
    private readonly requests: IdempotentRequests,
    private readonly rights: MemberRights,
  ) {}

  /** Makes one change in a transaction that locks the merchant, and records its answer. */
  once<Answer extends object>(
    action: KeyedAction,
    { payload, ...message }: Received<MemberCommand>,
    change: (tx: Transaction, managing: Managing) => Promise<Answer | Refusal>,
  ): Promise<Reply<Answer>> {
    const { merchantId, actorMemberId } = payload;
    const keyed = { ...message, payload: { ...payload, mode: 'live' as const } };
    return this.requests.onceInTransaction<Answer>(action, keyed, async (tx, keep) => {
      const managing = await this.rights.managing(tx, merchantId, actorMemberId);
      if (isRefusal(managing)) return managing;
      const answer = await change(tx, managing);
      if (isRefusal(answer)) return answer;
      await keep(tx, answer);
      return accept(answer);
    });
  }
}
