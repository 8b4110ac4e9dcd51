import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsString, Matches } from 'class-validator';
import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  readSecondFactor,
  RECOVERY_CODES,
  renewRecoveryCodes,
} from './second-factor-commands.js';
import { operationsOf } from '../kernel/operation.js';
import { ofPerson } from '../kernel/stored.js';
import { sessionHeaders, unstoredIdempotencyKey } from '../kernel/request-headers.js';
import { PASSWORD_MAX_CHARACTERS } from '../customers/users.js';
import { IsNullable, Note } from '../schema/declarations.js';
import { IsIntBetween, IsText, IsTimestamp } from '../schema/fields.js';

/** No code is longer, spaces and hyphens included. */
export const SECOND_FACTOR_CODE_MAX_CHARACTERS = 64;

/** 80 bits in Crockford's base 32, which has no letters that look like digits. */
const RECOVERY_CODE = /^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/;

const EXAMPLE_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const EXAMPLE_TIME = '2026-11-20T10:00:00.000Z';

const Code = (): PropertyDecorator => IsText(SECOND_FACTOR_CODE_MAX_CHARACTERS, 1);
const Password = (): PropertyDecorator => IsText(PASSWORD_MAX_CHARACTERS, 1);

export class SecondFactorView {
  @Note({ example: 'second_factor' })
  @IsIn(['second_factor'])
  object!: 'second_factor';

  @Note({ description: 'True when a sign-in asks for a code.', example: true })
  @IsBoolean()
  enabled!: boolean;

  @Note({ example: EXAMPLE_TIME })
  @IsNullable()
  @IsTimestamp()
  enabledAt!: string | null;

  @Note({ description: 'The number of recovery codes that were not used yet.', example: RECOVERY_CODES })
  @IsIntBetween(0, RECOVERY_CODES)
  recoveryCodesLeft!: number;
}

export class BeginSecondFactorRequest {
  @Note({ example: 'correct horse battery staple' })
  @Password()
  password!: string;
}

export class NewSecondFactorView {
  @Note({
    description: 'The secret to type into the authenticator app: base32, shown only once.',
    example: EXAMPLE_SECRET,
  })
  @IsString()
  @Matches(/^[A-Z2-7]{32}$/)
  secret!: string;

  @Note({
    description: 'The same secret for a QR code: SHA-1, six digits, 30 seconds (RFC 6238).',
    example: `otpauth://totp/Paygate:ada%40shop.example?secret=${EXAMPLE_SECRET}&issuer=Paygate`,
  })
  @IsText(1_024, 1)
  otpauthUrl!: string;
}

export class ConfirmSecondFactorRequest {
  @Note({ description: 'The six digits that the app shows.', example: '492039' })
  @Code()
  code!: string;
}

export class ConfirmedSecondFactorView extends SecondFactorView {
  @Note({
    description: 'The recovery codes. Each of them replaces one code of the app, once. They are shown only here.',
    example: ['q7mk-4x2v-9rtb-d3hn'],
  })
  @IsArray()
  @ArrayMaxSize(RECOVERY_CODES)
  @IsString({ each: true })
  @Matches(RECOVERY_CODE, { each: true })
  recoveryCodes!: string[];
}

export class DisableSecondFactorRequest {
  @Note({ example: 'correct horse battery staple' })
  @Password()
  password!: string;

  @Note({ description: 'A code of the app, or a recovery code.', example: '492039' })
  @Code()
  code!: string;
}

export class RenewRecoveryCodesRequest {
  @Note({ description: 'A code of the app, or a recovery code.', example: '492039' })
  @Code()
  code!: string;
}

const own = { key: 'session', scope: null, replays: false } as const;

/** The second factor of a signed-in person: time-based codes of an authenticator app (RFC 6238), and recovery codes. */
export const secondFactorOperations = operationsOf({
  readSecondFactor: {
    ...own,
    method: 'GET',
    path: '/dashboard/second-factor',
    summary: 'Read your second factor',
    description: 'The state of the signed-in person’s second factor, and the number of recovery codes left.',
    headers: sessionHeaders,
    answer: SecondFactorView,
    errors: readSecondFactor.refusals,
  },
  beginSecondFactor: {
    ...own,
    method: 'POST',
    path: '/dashboard/second-factor',
    summary: 'Begin a second factor',
    description:
      'Makes a secret for an authenticator app. The secret has no effect until a code confirms it, and it replaces an earlier secret that was not confirmed. The password is asked for again, so that nobody can lock a person out with a stolen session.',
    headers: [...sessionHeaders, unstoredIdempotencyKey],
    body: BeginSecondFactorRequest,
    answer: NewSecondFactorView,
    success: 201,
    stores: ofPerson('setting'),
    errors: beginSecondFactor.refusals,
  },
  confirmSecondFactor: {
    ...own,
    method: 'POST',
    path: '/dashboard/second-factor/confirm',
    summary: 'Confirm a second factor',
    description:
      'Enables the second factor with a code of the app, and returns the recovery codes, which are shown only once. From now on a sign-in needs a code. The other sessions of the person end, because they began without a code.',
    headers: [...sessionHeaders, unstoredIdempotencyKey],
    body: ConfirmSecondFactorRequest,
    answer: ConfirmedSecondFactorView,
    stores: ofPerson('audit_record'),
    errors: confirmSecondFactor.refusals,
  },
  renewRecoveryCodes: {
    ...own,
    method: 'POST',
    path: '/dashboard/second-factor/recovery-codes',
    summary: 'Renew your recovery codes',
    description:
      'Replaces the recovery codes, and returns the new ones, which are shown only once. The earlier codes no longer work. Needs a code; the fifth wrong code ends the session. Each renewal is recorded in the audit trail.',
    headers: [...sessionHeaders, unstoredIdempotencyKey],
    body: RenewRecoveryCodesRequest,
    answer: ConfirmedSecondFactorView,
    stores: ofPerson('audit_record'),
    errors: renewRecoveryCodes.refusals,
  },
  disableSecondFactor: {
    ...own,
    method: 'POST',
    path: '/dashboard/second-factor/disable',
    summary: 'Disable your second factor',
    description: 'Deletes the secret and the recovery codes. Needs the password and a code.',
    headers: [...sessionHeaders, unstoredIdempotencyKey],
    body: DisableSecondFactorRequest,
    success: 204,
    stores: ofPerson('audit_record'),
    errors: disableSecondFactor.refusals,
  },
});
