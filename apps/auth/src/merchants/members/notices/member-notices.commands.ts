import { Controller } from '@nestjs/common';
import type { MemberNotices, Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { Database } from '@paygate/platform';
import { AuditTrail } from '../../../audit/audit-trail.js';
import { MemberNoticesRepository } from './member-notices.repository.js';

/** Commands of a member about the notices that this member gets. */
@Controller()
export class MemberNoticesCommands {
  constructor(
    private readonly database: Database,
    private readonly notices: MemberNoticesRepository,
    private readonly audit: AuditTrail,
  ) {}

  @HandleCommand(contract.readMemberNotices)
  async read(command: contract.ReadMemberNoticesCommand): Promise<Reply<MemberNotices>> {
    const notices = await this.notices.find(command);
    return notices === undefined ? refuse('scope_missing') : accept(notices);
  }

  @HandleCommand(contract.changeMemberNotices)
  change(
    command: contract.ChangeMemberNoticesCommand,
    { requestId }: Received<contract.ChangeMemberNoticesCommand>,
  ): Promise<Reply<MemberNotices>> {
    const { merchantId, memberId } = command;
    return this.database.transaction(async (tx) => {
      const changed = await this.notices.change(tx, command);
      if (changed === undefined) return refuse('scope_missing');
      const { isChanged, notices } = changed;
      const act = { merchantId, mode: 'live', action: 'member.notices_changed', subject: memberId } as const;
      if (isChanged) await this.audit.append(tx, { ...act, actor: memberId, requestId, detail: detailOf(notices) });
      return accept(notices);
    });
  }
}

/** The channels of each kind. */
function detailOf({ notices }: MemberNotices): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(notices.map(({ kind, channels }) => [kind, channels]));
}
