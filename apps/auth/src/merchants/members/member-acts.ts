import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '@paygate/platform';
import type { CountedAction } from '../../audit/audit-record.js';
import { AuditTallies } from '../../audit/audit-tallies.js';
import { MembersRepository } from './members.repository.js';

/** An act that concerns a person. `actor` is absent where the person acted. */
export interface ActOfPerson {
  readonly personId: string;
  readonly requestId: string;
  readonly actor?: string;
}

/** Counts acts of people for the audit trails of all their accounts. */
@Injectable()
export class MemberActs {
  constructor(
    private readonly members: MembersRepository,
    private readonly tallies: AuditTallies,
  ) {}

  async count(
    tx: DatabaseTransaction,
    action: CountedAction,
    { personId, requestId, actor }: ActOfPerson,
  ): Promise<void> {
    const members = await this.members.ofPerson(personId, tx);
    const acts = members.map(({ id: subject, merchantId }) => {
      return { merchantId, mode: 'live', action, subject, actor: actor ?? subject, requestId } as const;
    });
    await this.tallies.count(tx, ...acts);
  }
}
