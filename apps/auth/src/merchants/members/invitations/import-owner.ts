import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import { accept, isRefusal } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { InvitationRights } from './invitation-rights.js';
import type { MemberFacts } from '../member.view.js';
import { memberFacts } from '../member.view.js';
import { Memberships } from '../memberships.js';
import { PersonsRepository } from '../persons.repository.js';

export interface ImportedOwner {
  readonly memberId: string;
  readonly merchantId: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
}

/** Creates the first owner of an account without an e-mail. A person who has a password keeps it. */
@Injectable()
export class ImportOwner {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly rights: InvitationRights,
    private readonly persons: PersonsRepository,
    private readonly memberships: Memberships,
  ) {}

  import(owner: ImportedOwner, message: Received<object>): Promise<Reply<MemberFacts>> {
    const { id, requestId, producer: actor } = message;
    const { name, passwordHash, ...wanted } = { ...owner, role: 'owner' as const };
    return this.unitOfWork.run(
      async (tx) => {
        const decided = await this.rights.ofImport(tx, wanted, message);
        if (isRefusal(decided)) return decided;
        const by = { actor, requestId };
        const invited = decided.invited ?? (await this.memberships.invite(tx, wanted, undefined, by));
        const person = await this.persons.lock(tx, invited.personId);
        if (person?.passwordHash === null) await this.persons.changePassword(tx, person.id, { passwordHash });
        return accept(memberFacts(await this.memberships.join(tx, invited, name, by)));
      },
      { requestId, causationId: id },
    );
  }
}
