import { ArrayMaxSize, IsArray, IsIn, IsOptional, IsString } from 'class-validator';
import { SealedIdempotency } from '../kernel/idempotency.js';
import { OfMerchant } from '../kernel/of-merchant.js';
import type { Language } from '../vocabulary/languages.js';
import { CodeTerms, OtpCaller } from '../codes/otp-commands.js';
import { languages } from '../vocabulary/languages.js';
import { checkPhoneCode, sendPhoneCode } from '../codes/phone-code-commands.js';
import { defineCommand } from '../kernel/message.js';
import type { Sealed } from '../vocabulary/sealed.js';
import { IsId, IsNested, IsSealed, IsText, IsTimestamp } from '../schema/fields.js';

/** The fields of every command about a registration or a forgotten password. */
export class AccountCommand extends OfMerchant {
  @IsNested(() => OtpCaller) caller!: OtpCaller;
  /** The digest of the body and all other secrets are sealed for auth, unless the field names another service. */
  @IsOptional() @IsNested(() => SealedIdempotency) idempotency?: SealedIdempotency;
}

export class RegisterUserCommand extends AccountCommand {
  /** Named in the message that carries the code. */
  @IsText(120, 1) merchantName!: string;
  @IsSealed() phoneNumber!: Sealed;
  @IsSealed() password!: Sealed;
  @IsOptional() @IsSealed() email?: Sealed;
  @IsOptional() @IsIn(languages) language?: Language;
  /** The payment whose page asks, as `send-phone-code` has it. */
  @IsOptional() @IsId('intent') ofPayment?: string;
}
export class RegistrationBegun extends CodeTerms {
  @IsId('registration') registrationId!: string;
}
/** Begins a registration: sends a code to the phone. The answer for a number that is already registered is the same. */
export const registerUser = defineCommand({
  name: 'register-user',
  owner: 'auth',
  request: RegisterUserCommand,
  answer: RegistrationBegun,
  key: (request) => request.phoneNumber,
  unordered: true,
  refusals: ['password_weak', ...sendPhoneCode.refusals, 'idempotency_key_in_use'],
});

export class ConfirmRegistrationCommand extends AccountCommand {
  @IsId('registration') registrationId!: string;
  /** The code, sealed for otp. */
  @IsSealed() otp!: Sealed;
}
export class RegisteredUser {
  @IsId('user') userId!: string;
  @IsSealed() phoneNumber!: Sealed;
  @IsArray() @ArrayMaxSize(16) @IsString({ each: true }) roles!: string[];
}
/** Creates the user, once. */
export const confirmRegistration = defineCommand({
  name: 'confirm-registration',
  owner: 'auth',
  request: ConfirmRegistrationCommand,
  answer: RegisteredUser,
  key: (request) => request.registrationId,
  refusals: [...checkPhoneCode.refusals, 'idempotency_key_reused', 'idempotency_key_in_use'],
});

export class BeginPasswordResetCommand extends AccountCommand {
  @IsText(120, 1) merchantName!: string;
  @IsSealed() phoneNumber!: Sealed;
  @IsOptional() @IsIn(languages) language?: Language;
  /** The payment whose page asks, as `send-phone-code` has it. */
  @IsOptional() @IsId('intent') ofPayment?: string;
}
export class PasswordResetBegun extends CodeTerms {
  @IsId('passwordReset') resetId!: string;
}
/** Sends a code to the phone of a user who has forgotten the password. The answer for an unknown number is the same. */
export const beginPasswordReset = defineCommand({
  name: 'begin-password-reset',
  owner: 'auth',
  request: BeginPasswordResetCommand,
  answer: PasswordResetBegun,
  key: (request) => request.phoneNumber,
  unordered: true,
  refusals: [...sendPhoneCode.refusals, 'idempotency_key_in_use'],
});

export class ResetPasswordCommand extends AccountCommand {
  @IsId('passwordReset') resetId!: string;
  /** The code, sealed for otp. */
  @IsSealed() otp!: Sealed;
  @IsSealed() password!: Sealed;
}
export class PasswordReset {
  @IsId('user') userId!: string;
  /** User tokens issued up to this time are denied. */
  @IsTimestamp() issuedUntil!: string;
}
/** Changes a password, once per code, and ends the user's tokens. */
export const resetPassword = defineCommand({
  name: 'reset-password',
  owner: 'auth',
  request: ResetPasswordCommand,
  answer: PasswordReset,
  key: (request) => request.resetId,
  refusals: ['password_weak', ...checkPhoneCode.refusals, 'idempotency_key_reused', 'idempotency_key_in_use'],
});
