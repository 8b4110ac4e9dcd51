import { IsBoolean, IsOptional } from 'class-validator';
import { defineCommand } from '../kernel/message.js';
import { OfMerchant } from '../kernel/of-merchant.js';
import type { Sealed } from '../vocabulary/sealed.js';
import { IsId, IsIntBetween, IsSealed, IsTimestamp } from '../schema/fields.js';
import { IsNullable } from '../schema/declarations.js';

/** Recovery codes of a second factor. Each replaces one code of the authenticator app. */
export const RECOVERY_CODES = 10;

/** Refusals of a command in which a person shows a code. */
const codeRefusals = ['second_factor_invalid', 'login_throttled'] as const;

export class ReadSecondFactorCommand {
  /** The session that asks. */
  @IsId('dashboardSession') sessionId!: string;
}
export class SecondFactorState {
  /** Null while the person has no second factor. */
  @IsNullable() @IsTimestamp() enabledAt!: string | null;
  @IsIntBetween(0, RECOVERY_CODES) recoveryCodesLeft!: number;
}
/** Returns whether the person of a session has a second factor. */
export const readSecondFactor = defineCommand({
  name: 'read-second-factor',
  owner: 'auth',
  request: ReadSecondFactorCommand,
  answer: SecondFactorState,
  key: (request) => request.sessionId,
  unordered: true,
  refusals: ['token_invalid'],
});

/** Every secret of these commands is sealed for auth. */
export class BeginSecondFactorCommand {
  @IsId('dashboardSession') sessionId!: string;
  @IsSealed() password!: Sealed;
  /** The client's IP address. */
  @IsSealed() address!: Sealed;
}
export class SecondFactorBegun {
  /** The secret of the authenticator app in base32, sealed for the gateway. */
  @IsSealed() secret!: Sealed;
}
/** Makes the secret of a second factor, which counts once a code confirms it. Repeating it replaces the secret. */
export const beginSecondFactor = defineCommand({
  name: 'begin-second-factor',
  owner: 'auth',
  request: BeginSecondFactorCommand,
  answer: SecondFactorBegun,
  key: (request) => request.sessionId,
  refusals: ['token_invalid', 'credentials_invalid', 'login_throttled', 'second_factor_enabled'],
});

export class ConfirmSecondFactorCommand {
  @IsId('dashboardSession') sessionId!: string;
  @IsSealed() code!: Sealed;
}
export class SecondFactorConfirmed {
  @IsTimestamp() enabledAt!: string;
  /** The recovery codes, separated by spaces, sealed for the gateway. */
  @IsSealed() recoveryCodes!: Sealed;
}
/** Enables a second factor with its first code, and ends the other sessions of the person, which began without it. */
export const confirmSecondFactor = defineCommand({
  name: 'confirm-second-factor',
  owner: 'auth',
  request: ConfirmSecondFactorCommand,
  answer: SecondFactorConfirmed,
  key: (request) => request.sessionId,
  refusals: ['token_invalid', 'second_factor_enabled', 'second_factor_missing', ...codeRefusals],
});

export class DisableSecondFactorCommand {
  @IsId('dashboardSession') sessionId!: string;
  @IsSealed() password!: Sealed;
  /** A code of the app, or a recovery code. */
  @IsSealed() code!: Sealed;
  @IsSealed() address!: Sealed;
}
export class SecondFactorDisabled {
  @IsId('person') personId!: string;
}
/** Deletes a second factor with its recovery codes. */
export const disableSecondFactor = defineCommand({
  name: 'disable-second-factor',
  owner: 'auth',
  request: DisableSecondFactorCommand,
  answer: SecondFactorDisabled,
  key: (request) => request.sessionId,
  refusals: ['token_invalid', 'credentials_invalid', 'second_factor_missing', ...codeRefusals],
});

export class RenewRecoveryCodesCommand {
  @IsId('dashboardSession') sessionId!: string;
  /** A code of the app, or a recovery code. */
  @IsSealed() code!: Sealed;
}
/** Replaces the recovery codes of a second factor: the earlier ones count no more. The session ends with its fifth wrong code. */
export const renewRecoveryCodes = defineCommand({
  name: 'renew-recovery-codes',
  owner: 'auth',
  request: RenewRecoveryCodesCommand,
  answer: SecondFactorConfirmed,
  key: (request) => request.sessionId,
  refusals: ['token_invalid', 'second_factor_missing', 'second_factor_invalid'],
});

export class ProveOwnerCommand extends OfMerchant {
  @IsId('dashboardSession') sessionId!: string;
  /** A code of the app, or a recovery code. */
  @IsSealed() code!: Sealed;
  /** True for an act that an admin may do, too. */
  @IsOptional() @IsBoolean() orAdmin?: boolean;
}
export class OwnerProved {
  @IsId('member') memberId!: string;
}
/**
 * Uses a code of the person of a session, who is an owner of the account, or an admin where the act takes one: for acts that a stolen session alone must not do. The
 * session ends with its fifth wrong code.
 */
export const proveOwner = defineCommand({
  name: 'prove-owner',
  owner: 'auth',
  request: ProveOwnerCommand,
  answer: OwnerProved,
  key: (request) => request.sessionId,
  refusals: ['token_invalid', 'owner_required', 'second_factor_missing', 'second_factor_invalid'],
});
