import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsIn, IsOptional, Matches } from 'class-validator';
import { defineCommand } from '../kernel/message.js';
import { AUDIT_EVENTS_PAGE_MAX, AUDIT_SEQUENCE_MAX, AuditEvent } from '../merchants/audit-event-commands.js';
import {
  IsDigest,
  IsId,
  IsIntBetween,
  IsListOf,
  IsPageLimit,
  IsSealed,
  IsText,
  IsTimestamp,
} from '../schema/fields.js';
import { idPattern } from '../vocabulary/ids.js';
import type { Sealed } from '../vocabulary/sealed.js';
import type { StaffNeed, StaffRole } from '../vocabulary/member-roles.js';
import { STAFF_PROOFS_MAX, staffNeeds, staffRoles } from '../vocabulary/member-roles.js';

/** Acts that one code proves: the decisions of a batch. */
export const STAFF_ACTS_MAX = 200;
/** The time in which a proof must be used. */
export const STAFF_PROOF_SECONDS = 3_600;
/** Persons that one answer lists. */
export const STAFF_LISTED_MAX = 1_000;
const CODE_OF_COMMAND = /^[a-z-]{1,64}$/;

const proofRefusals = [
  'credentials_invalid',
  'login_throttled',
  'second_factor_missing',
  'second_factor_invalid',
] as const;

export class EnrolStaffCommand {
  @IsSealed() email!: Sealed;
  /** A new one; the present one of a person who is a member of an account. */
  @IsSealed() password!: Sealed;
}
export class StaffEnrolled {
  @IsId('person') personId!: string;
  /** The secret of the authenticator app in base32, sealed for the operator. Absent when the person has a second factor already. */
  @IsOptional() @IsSealed() secret?: Sealed;
}
/** Gives a person a password and the secret of a second factor, which counts once a code confirms it. The person has no role yet. */
export const enrolStaff = defineCommand({
  name: 'enrol-staff',
  owner: 'auth',
  callers: [],
  request: EnrolStaffCommand,
  answer: StaffEnrolled,
  key: () => 'staff',
  refusals: ['parameter_invalid', 'password_weak', 'member_exists', 'rate_limited', ...proofRefusals],
});

export class ConfirmStaffCommand {
  @IsId('person') personId!: string;
  @IsSealed() code!: Sealed;
}
export class StaffConfirmed {
  @IsId('person') personId!: string;
  /** The recovery codes, separated by spaces, sealed for the operator. */
  @IsSealed() recoveryCodes!: Sealed;
}
/** Enables the second factor of a person with its first code. */
export const confirmStaff = defineCommand({
  name: 'confirm-staff',
  owner: 'auth',
  callers: [],
  request: ConfirmStaffCommand,
  answer: StaffConfirmed,
  key: () => 'staff',
  refusals: ['parameter_invalid', 'second_factor_enabled', ...proofRefusals],
});

export class StaffMember {
  @IsId('person') personId!: string;
  /** Sealed for the operator. */
  @IsSealed() email!: Sealed;
  /** Absent of a person who was removed. */
  @IsOptional() @IsIn(staffRoles) role?: StaffRole;
  @IsTimestamp() changedAt!: string;
}
export class SetStaffCommand {
  @IsId('person') personId!: string;
  /** Absent to remove the person. */
  @IsOptional() @IsIn(staffRoles) role?: StaffRole;
}
/**
 * Gives a person a role, changes it, or takes it away, in the audit trail of the installation. Approvers prove it: as many as there are, at
 * most the number that STAFF_PERSONS says. Before there is one, the installation's key suffices.
 */
export const setStaff = defineCommand({
  name: 'set-staff',
  owner: 'auth',
  callers: [],
  staff: 'approvers',
  request: SetStaffCommand,
  answer: StaffMember,
  key: () => 'staff',
  refusals: ['parameter_invalid', 'scope_missing', 'second_factor_missing'],
});

export class ListStaffCommand {
  @IsPageLimit(STAFF_LISTED_MAX) limit!: number;
}
export class StaffListed {
  @IsListOf(() => StaffMember, STAFF_LISTED_MAX) staff!: StaffMember[];
}
/** Those who have, or had, a role. */
export const listStaff = defineCommand({
  name: 'list-staff',
  owner: 'auth',
  callers: [],
  request: ListStaffCommand,
  answer: StaffListed,
  key: () => 'staff',
  unordered: true,
});

export class ProveStaffCommand {
  @IsSealed() email!: Sealed;
  @IsSealed() password!: Sealed;
  /** A code of the app, or a recovery code. */
  @IsSealed() code!: Sealed;
  /** The digests of the commands for which the person stands. */
  @IsArray() @ArrayMinSize(1) @ArrayMaxSize(STAFF_ACTS_MAX) @Matches(/^[\w-]{43}$/, { each: true }) acts!: string[];
  /** The persons whom these acts need. */
  @IsIn(staffNeeds) need!: StaffNeed;
}
export class StaffProved {
  @IsId('person') personId!: string;
  @IsIn(staffRoles) role!: StaffRole;
  /** Sealed for the operator. Counts once for each of the acts, for an hour. */
  @IsSealed() proof!: Sealed;
  /** How many different persons must prove each of the acts. */
  @IsIntBetween(0, 2) persons!: number;
}
/** Uses a code of a person of the installation's team up, for acts that are named by their digests. */
export const proveStaff = defineCommand({
  name: 'prove-staff',
  owner: 'auth',
  callers: [],
  request: ProveStaffCommand,
  answer: StaffProved,
  key: () => 'staff',
  refusals: ['scope_missing', ...proofRefusals],
});

export class RedeemStaffProofsCommand {
  /** The command, what it is about, and the digest of it. */
  @Matches(CODE_OF_COMMAND) command!: string;
  @IsText(128, 1) subject!: string;
  @IsDigest() act!: string;
  @IsIn(staffNeeds) need!: StaffNeed;
  @IsArray() @ArrayMaxSize(STAFF_PROOFS_MAX) @Matches(/^[\w-]{43}$/, { each: true }) proofs!: string[];
}
export class StaffProofsRedeemed {
  /** The different persons, at least one. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(STAFF_PROOFS_MAX)
  @Matches(idPattern('person'), { each: true })
  persons!: string[];
}
/** Uses proofs up for the act that they were made for, and records the act with its persons in the audit trail of the installation. */
export const redeemStaffProofs = defineCommand({
  name: 'redeem-staff-proofs',
  owner: 'auth',
  callers: ['charging'],
  request: RedeemStaffProofsCommand,
  answer: StaffProofsRedeemed,
  key: ({ act }) => act,
  refusals: ['scope_missing'],
});

export class ListStaffActsCommand {
  @IsPageLimit(AUDIT_EVENTS_PAGE_MAX) limit!: number;
  /** The number of a record: those before it. */
  @IsOptional() @IsIntBetween(1, AUDIT_SEQUENCE_MAX) before?: number;
}
export class StaffActsListed {
  @IsListOf(() => AuditEvent, AUDIT_EVENTS_PAGE_MAX) acts!: AuditEvent[];
  /** False when a record is missing or was changed. */
  @IsBoolean() intact!: boolean;
}
/** The newest records of the audit trail of the installation, newest first. */
export const listStaffActs = defineCommand({
  name: 'list-staff-acts',
  owner: 'auth',
  callers: [],
  request: ListStaffActsCommand,
  answer: StaffActsListed,
  key: () => 'staff',
  unordered: true,
});
