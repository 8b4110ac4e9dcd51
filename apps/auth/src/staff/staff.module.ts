import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { MembersModule } from '../merchants/members/members.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { EnrolStaff } from './enrol-staff.js';
import { NewStaff } from './new-staff.js';
import { ProofsCommands } from './proofs.commands.js';
import { StaffActs } from './staff-acts.js';
import { StaffCommands } from './staff.commands.js';
import { StaffPasswords } from './staff-passwords.js';
import { StaffProofs } from './staff-proofs.js';
import { StaffRepository } from './staff.repository.js';
import { StaffRoles } from './staff-roles.js';

/** The persons of the installation's team, who are persons of auth as members of accounts are, and their proofs. */
@Module({
  imports: [AuditModule, MembersModule, PasswordsModule],
  controllers: [StaffCommands, ProofsCommands],
  providers: [EnrolStaff, NewStaff, StaffActs, StaffPasswords, StaffProofs, StaffRepository, StaffRoles],
})
export class StaffModule {}
