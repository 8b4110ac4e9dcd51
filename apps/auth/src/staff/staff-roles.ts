import { Injectable } from '@nestjs/common';
import type { Reply, SetStaffCommand, StaffRole } from '@paygate/contracts';
import { accept, refuse, setStaff } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import type { DatabaseTransaction } from '@paygate/platform';
import { actDigest, Database } from '@paygate/platform';
import { PersonsRepository } from '../merchants/members/persons.repository.js';
import { RedeemProofs } from '../staff-acts/redeem-proofs.js';
import type { StaffPerson } from '../staff-acts/staff.repository.js';
import { StaffRepository } from '../staff-acts/staff.repository.js';

/** The roles of the installation's team. */
@Injectable()
export class StaffRoles {
  constructor(
    private readonly database: Database,
    private readonly staff: StaffRepository,
    private readonly people: PersonsRepository,
    private readonly proofs: RedeemProofs,
  ) {}

  /** Approvers prove a change: as many as there are, and need be. Before there is one, the installation's key suffices. */
  set({ payload, requestId, producer, proofs = [] }: Received<SetStaffCommand>): Promise<Reply<StaffPerson>> {
    return this.database.transaction(async (tx) => {
      await this.staff.lock(tx);
      const approvers = await this.staff.approvers(tx);
      const isFirst = (await this.proofs.personsFor(tx, 'approvers')) === 0;
      const act = actDigest(setStaff.name, payload);
      const proven = { command: setStaff.name, subject: payload.personId, act, proofs, requestId };
      const by = isFirst ? accept([]) : await this.proofs.redeem(tx, proven, 'approvers');
      if (!by.ok) return by;
      const changed = await this.#change(tx, payload, approvers);
      if (!changed.ok) return changed;
      const detail = { role: changed.data.role, persons: by.data, alone: by.data.length < 2 };
      const record = { subject: payload.personId, actor: by.data[0] ?? producer, requestId, detail };
      await this.proofs.acts.record(tx, 'staff.changed', record);
      return changed;
    });
  }

  async #change(
    tx: DatabaseTransaction,
    { personId, role: wanted }: SetStaffCommand,
    approvers: readonly string[],
  ): Promise<Reply<StaffPerson>> {
    const role: StaffRole | null = wanted ?? null;
    if ((await this.people.lock(tx, personId)) === undefined) return refuse('parameter_invalid', { param: 'personId' });
    if (role !== null && !(await this.staff.roleOf(tx, personId)).hasFactor) return refuse('second_factor_missing');
    const left = approvers.filter((one) => one !== personId).length;
    if (approvers.includes(personId) && role !== 'approver' && left < Math.max(1, this.proofs.acts.persons))
      return refuse('parameter_invalid', { param: 'role', detail: 'Too few approvers would be left.' });
    await this.staff.set(tx, personId, role);
    const changed = (await this.staff.list(tx)).find((one) => one.personId === personId);
    if (changed === undefined) throw new Error('a role was not stored');
    return accept(changed);
  }
}
