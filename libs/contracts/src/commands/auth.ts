import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsOptional,
  IsString,
  Matches,
  ValidateNested,
} from 'class-validator';
import { Type } from 'class-transformer';
import { IsId, IsMode, IsSealed, IsText, IsTimestamp } from '../fields.js';
import { defineCommand } from '../message.js';
import type { Sealed } from '../sealed.js';
import type { Mode } from '../services.js';

export class CreateMerchant {
  @IsId('merchant') merchantId!: string;
  @IsText(120, 1) name!: string;
}
export class MerchantCreated {
  @IsId('merchant') merchantId!: string;
}
/** Opens a merchant account. Repeating it with the same id changes nothing. */
export const createMerchant = defineCommand({
  name: 'create-merchant',
  owner: 'auth',
  callers: [],
  request: CreateMerchant,
  answer: MerchantCreated,
  key: (request) => request.merchantId,
  refusals: [],
});

export const apiKeyTypes = ['publishable', 'secret', 'restricted'] as const;
export type ApiKeyType = (typeof apiKeyTypes)[number];

export class CreateApiKey {
  @IsId('apiKey') apiKeyId!: string;
  @IsId('merchant') merchantId!: string;
  @IsMode() mode!: Mode;
  @IsIn(apiKeyTypes) type!: ApiKeyType;
  @IsText(120, 1) name!: string;
}
export class ApiKeyCreated {
  @IsId('apiKey') apiKeyId!: string;
  /** The key itself, sealed for the asker. It is shown once and stored nowhere, so a repeated command is answered without. */
  @IsOptional() @IsSealed() key?: Sealed;
}
/** Mints an API key. Its id is the caller's: the same id again makes no second key, and is answered as `replayed`. */
export const createApiKey = defineCommand({
  name: 'create-api-key',
  owner: 'auth',
  callers: [],
  request: CreateApiKey,
  answer: ApiKeyCreated,
  key: (request) => request.merchantId,
  refusals: ['merchant_inactive', 'parameter_invalid'],
});

export class RevokeApiKey {
  @IsId('apiKey') apiKeyId!: string;
  @IsId('merchant') merchantId!: string;
}
export class ApiKeyRevoked {
  @IsId('apiKey') apiKeyId!: string;
  @IsTimestamp() revokedAt!: string;
}
/** Revokes an API key for ever. */
export const revokeApiKey = defineCommand({
  name: 'revoke-api-key',
  owner: 'auth',
  callers: [],
  request: RevokeApiKey,
  answer: ApiKeyRevoked,
  key: (request) => request.merchantId,
  refusals: ['route_not_found'],
});

/** A user whose password was hashed elsewhere: argon2id in PHC string form, at m=19456, t=2, p=1 with a tag of 32 bytes. */
export class ImportedUser {
  @IsId('user') userId!: string;
  @IsSealed() phoneNumber!: Sealed;
  @IsOptional() @IsSealed() email?: Sealed;
  @IsString() @Matches(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/) passwordHash!: string;
}
export class ImportUsers {
  @IsMode() mode!: Mode;
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(500)
  @ValidateNested({ each: true })
  @Type(() => ImportedUser)
  users!: ImportedUser[];
}
export class UsersImported {
  /** Ids in the order of the request: of a phone number known already, the user that has it. */
  @IsArray() @ArrayMaxSize(500) @IsString({ each: true }) userIds!: string[];
}
/** Takes over users with their password hashes, all or none. An existing phone number keeps its user. */
export const importUsers = defineCommand({
  name: 'import-users',
  owner: 'auth',
  callers: [],
  request: ImportUsers,
  answer: UsersImported,
  key: (request) => request.users[0]?.userId ?? '',
  refusals: ['phone_invalid', 'parameter_invalid'],
});

export class SignIn {
  @IsId('merchant') merchantId!: string;
  @IsMode() mode!: Mode;
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
/** Checks a phone number and a password. An unknown phone takes as long as a wrong password and reads the same. */
export const signIn = defineCommand({
  name: 'sign-in',
  owner: 'auth',
  callers: ['gateway'],
  request: SignIn,
  answer: SignedIn,
  key: (request) => request.phoneNumber,
  refusals: ['credentials_invalid', 'login_throttled'],
});

export class GetUserContact {
  @IsId('user') userId!: string;
  @IsMode() mode!: Mode;
}
export class UserContact {
  @IsId('user') userId!: string;
  /** Both sealed for otp. Absent for a user who does not exist: the asker goes on, so that strangers learn nothing. */
  @IsOptional() @IsSealed() phoneNumber?: Sealed;
  @IsOptional() @IsSealed() email?: Sealed;
}
/** Where a user's codes go. */
export const getUserContact = defineCommand({
  name: 'get-user-contact',
  owner: 'auth',
  callers: ['otp'],
  request: GetUserContact,
  answer: UserContact,
  key: (request) => request.userId,
  unordered: true,
  refusals: [],
});
