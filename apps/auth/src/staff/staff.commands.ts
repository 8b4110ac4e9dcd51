import { Controller } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import { accept } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { base32 } from '../merchants/members/second-factor/totp.js';
import { plainEmail } from '../plain-email.js';
import { EnrolStaff } from './enrol-staff.js';
import { StaffRoles } from './staff-roles.js';
import type { StaffPerson } from '../staff-acts/staff.repository.js';
import { StaffRepository } from '../staff-acts/staff.repository.js';

/** Commands on the persons of the installation's team. Sealed fields are opened and made here. */
@Controller()
export class StaffCommands {
  constructor(
    private readonly persons: EnrolStaff,
    private readonly roles: StaffRoles,
    private readonly staff: StaffRepository,
    private readonly sealer: Sealer,
  ) {}

  @HandleCommand(contract.enrolStaff)
  async enrol(
    command: contract.EnrolStaffCommand,
    { requestId }: Received<contract.EnrolStaffCommand>,
  ): Promise<Reply<contract.StaffEnrolled>> {
    const email = plainEmail(this.sealer.open(command.email, 'staff.email'));
    const password = this.sealer.open(command.password, 'staff.password');
    const reply = await this.persons.enrol({ email, password, requestId });
    if (!reply.ok) return reply;
    const { personId, secret } = reply.data;
    return accept({ personId, ...(secret && { secret: this.#sealed(base32(secret), 'staff.second-factor') }) });
  }

  @HandleCommand(contract.confirmStaff)
  async confirm(
    { personId, code }: contract.ConfirmStaffCommand,
    { requestId }: Received<contract.ConfirmStaffCommand>,
  ): Promise<Reply<contract.StaffConfirmed>> {
    const reply = await this.persons.confirm(personId, this.sealer.open(code, 'staff.code'), requestId);
    if (!reply.ok) return reply;
    const recoveryCodes = this.#sealed(reply.data.recoveryCodes.join(' '), 'staff.recovery-codes');
    return accept({ personId, recoveryCodes });
  }

  @HandleCommand(contract.setStaff)
  async set(
    _: contract.SetStaffCommand,
    message: Received<contract.SetStaffCommand>,
  ): Promise<Reply<contract.StaffMember>> {
    const reply = await this.roles.set(message);
    return reply.ok ? accept(this.#shown(reply.data)) : reply;
  }

  @HandleCommand(contract.listStaff)
  async list({ limit }: contract.ListStaffCommand): Promise<Reply<contract.StaffListed>> {
    const staff = await this.staff.list();
    return accept({ staff: staff.slice(0, limit).map((person) => this.#shown(person)) });
  }

  #shown({ personId, email, role, changedAt }: StaffPerson): contract.StaffMember {
    const member = { personId, email: this.#sealed(email, 'staff.email'), changedAt: changedAt.toISOString() };
    return role === null ? member : { ...member, role };
  }

  #sealed(text: string, context: string): contract.Sealed {
    return this.sealer.seal('operator', text, context);
  }
}
