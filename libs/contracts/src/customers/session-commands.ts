import { ArrayMaxSize, IsArray, IsOptional, IsString, Matches } from 'class-validator';
import { OfMerchant } from '../kernel/of-merchant.js';
import { defineCommand } from '../kernel/message.js';
import type { Sealed } from '../vocabulary/sealed.js';
import {
  IsId,
  IsNewLine,
  IsListOf,
  IsMode,
  IsSealed,
  IsText,
  IsTimestamp,
  NAME_MAX_CHARACTERS,
} from '../schema/fields.js';
import type { Mode } from '../vocabulary/modes.js';

export class CreateMerchantCommand {
  @IsId('merchant') merchantId!: string;
  @IsNewLine(NAME_MAX_CHARACTERS) name!: string;
}
export class MerchantCreated {
  @IsId('merchant') merchantId!: string;
}
/** Opens a merchant account. Repeating it with the same id changes nothing. */
export const createMerchant = defineCommand({
  name: 'create-merchant',
  owner: 'auth',
  callers: [],
  request: CreateMerchantCommand,
  answer: MerchantCreated,
});

/** A user whose password was hashed elsewhere: argon2id in PHC string form, at m=19456, t=2, p=1 with a tag of 32 bytes. */
export class ImportedUser {
  @IsId('user') userId!: string;
  @IsSealed() phoneNumber!: Sealed;
  @IsOptional() @IsSealed() email?: Sealed;
  @IsString() @Matches(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/) passwordHash!: string;
}
export class ImportUsersCommand {
  @IsMode() mode!: Mode;
  @IsListOf(() => ImportedUser, 500, 1)
  users!: ImportedUser[];
}
export class UsersImported {
  /** Ids in the order of the request; for a registered phone number, the id of its user. */
  @IsArray() @ArrayMaxSize(500) @IsString({ each: true }) userIds!: string[];
}
/** Imports users with their password hashes, all or none. A phone number that is already registered keeps its user. */
export const importUsers = defineCommand({
  name: 'import-users',
  owner: 'auth',
  callers: [],
  request: ImportUsersCommand,
  answer: UsersImported,
  key: (request) => request.users[0]?.userId ?? '',
  refusals: ['phone_invalid', 'parameter_invalid'],
});

export class SignInCommand extends OfMerchant {
  /** The customer's IP address; absent where a merchant's server signs its users in. */
  @IsOptional() @IsSealed() address?: Sealed;
  @IsSealed() phoneNumber!: Sealed;
  @IsSealed() password!: Sealed;
}
export class SignedIn {
  @IsId('user') userId!: string;
  /** The user token, sealed for the gateway. */
  @IsSealed() token!: Sealed;
  @IsSealed() phoneNumber!: Sealed;
  @IsArray() @ArrayMaxSize(16) @IsString({ each: true }) roles!: string[];
  @IsTimestamp() expiresAt!: string;
}
/** Checks a phone number and a password. An unknown number takes as long as a wrong password and gets the same answer. */
export const signIn = defineCommand({
  name: 'sign-in',
  owner: 'auth',
  request: SignInCommand,
  answer: SignedIn,
  key: (request) => request.phoneNumber,
  refusals: ['credentials_invalid', 'login_throttled'],
});

export class SignOutCommand extends OfMerchant {
  /** `jti` of the token that ends. */
  @IsText(128, 1) tokenId!: string;
  @IsTimestamp() expiresAt!: string;
}
export class SignedOut {
  @IsText(128, 1) tokenId!: string;
}
/** Ends one user token. Repeating it changes nothing. */
export const signOut = defineCommand({
  name: 'sign-out',
  owner: 'auth',
  request: SignOutCommand,
  answer: SignedOut,
  key: (request) => request.tokenId,
  unordered: true,
});

export class EndSessionsCommand {
  @IsId('user') userId!: string;
}
export class SessionsEnded {
  @IsId('user') userId!: string;
  /** Tokens issued up to this time are denied. */
  @IsTimestamp() issuedUntil!: string;
}
/** Ends all current tokens of a user. A later sign-in returns a valid one. */
export const endSessions = defineCommand({
  name: 'end-sessions',
  owner: 'auth',
  callers: [],
  request: EndSessionsCommand,
  answer: SessionsEnded,
  key: (request) => request.userId,
  refusals: ['parameter_invalid'],
});

export class GetUserContactCommand {
  @IsId('user') userId!: string;
  @IsMode() mode!: Mode;
}
export class UserContact {
  @IsId('user') userId!: string;
  /** Both sealed for the caller. Absent for an unknown user: otp proceeds as for a known one, so that nobody can distinguish them. */
  @IsOptional() @IsSealed() phoneNumber?: Sealed;
  @IsOptional() @IsSealed() email?: Sealed;
}
/** Returns the addresses for a user's codes; the phone number is also the one that pays. */
export const getUserContact = defineCommand({
  name: 'get-user-contact',
  owner: 'auth',
  callers: ['otp', 'charging'],
  request: GetUserContactCommand,
  answer: UserContact,
  key: (request) => request.userId,
  unordered: true,
});
