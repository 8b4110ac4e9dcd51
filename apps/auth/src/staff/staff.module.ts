import { Module } from '@nestjs/common';
import { MembersModule } from '../merchants/members/members.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { StaffActsModule } from '../staff-acts/staff-acts.module.js';
import { EnrolStaff } from './enrol-staff.js';
import { NewStaff } from './new-staff.js';
import { ProofsCommands } from './proofs.commands.js';
import { StaffCommands } from './staff.commands.js';
import { StaffPasswords } from './staff-passwords.js';
import { StaffProofs } from './staff-proofs.js';
import { StaffRoles } from './staff-roles.js';

/** The persons of the installation's team, who are persons of auth as members of accounts are, and their proofs. */
@Module({
  imports: [MembersModule, PasswordsModule, StaffActsModule],
  controllers: [StaffCommands, ProofsCommands],
  providers: [EnrolStaff, NewStaff, StaffPasswords, StaffProofs, StaffRoles],
})
export class StaffModule {}
