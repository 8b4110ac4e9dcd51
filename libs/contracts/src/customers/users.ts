import { ArrayMaxSize, IsArray, IsOptional, IsString } from 'class-validator';
import { beginPasswordReset, confirmRegistration, registerUser, resetPassword } from './user-commands.js';
import { operationsOf } from '../kernel/operation.js';
import { counted } from '../kernel/stored.js';
import { SentCodeAnswer } from '../codes/otp-bodies.js';
import { messageLanguage, visitorsIdempotencyKey } from '../kernel/request-headers.js';
import { Note } from '../schema/declarations.js';
import { applyDecorators } from '../schema/decorators.js';
import { IsEmailAddress, IsId, IsOtpCode, IsPhoneNumber, IsText } from '../schema/fields.js';

/** Bodies of registration and of forgotten passwords. */
/** Length of a new password, in Unicode characters. */
const PASSWORD_MIN_CHARACTERS = 8;

export const PASSWORD_MAX_CHARACTERS = 256;

/** A password that a person chooses. `more` ends its description. */
export const NewPassword = (example: string, more = ''): PropertyDecorator =>
  applyDecorators(
    Note({ description: `At least 8 characters, and none of the commonest passwords.${more}`, example }),
    IsText(PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS),
  );

/** The password of a new member, who may have one already. */
export const MemberPassword = (): PropertyDecorator =>
  NewPassword(
    'correct horse battery staple',
    ' A person who is already a member of another account sends the existing password.',
  );

export class RegisteredUserAnswer {
  @Note({ description: 'User identifier.', example: 'usr_01k8zq3x7mf2rv9t5c6hdn4e8w' })
  @IsId('user')
  id!: string;

  @Note({ description: 'International format.', example: '+237670000001' })
  @IsText(16, 1)
  phoneNumber!: string;

  @Note({ description: 'The roles of the user, always with `USER`.', example: ['USER'] })
  @IsArray()
  @ArrayMaxSize(16)
  @IsString({ each: true })
  roles!: string[];
}

export class RegisterUserRequest {
  @Note({
    description: 'The phone number to which a code is sent, in international format (E.164).',
    example: '+237670000001',
  })
  @IsPhoneNumber()
  phoneNumber!: string;

  @NewPassword('correct horse battery staple')
  password!: string;

  @Note({
    description: 'The e-mail address, to which codes are sent when e-mail is requested.',
    example: 'ada@customers.example',
  })
  @IsOptional()
  @IsEmailAddress()
  email?: string | null;
}

export class PendingRegistrationAnswer extends SentCodeAnswer {
  @Note({
    description: 'The registration that the code was sent for.',
    example: 'reg_4hj6m8p0r2t4v6x8z0a2c4e6g8',
  })
  @IsId('registration')
  registrationId!: string;
}

export class ConfirmRegistrationRequest {
  @Note({ description: 'The registration that the code was sent for.', example: 'reg_4hj6m8p0r2t4v6x8z0a2c4e6g8' })
  @IsId('registration')
  registrationId!: string;

  @Note({ description: 'The code, as the customer typed it.', example: '042917' })
  @IsOtpCode()
  otp!: string;
}

export class ForgotPasswordRequest {
  @Note({
    description: 'The phone number to which a code is sent, in international format (E.164).',
    example: '+237670000001',
  })
  @IsPhoneNumber()
  phoneNumber!: string;
}

export class PendingPasswordResetAnswer extends SentCodeAnswer {
  @Note({ description: 'The id of the reset that the code confirms.', example: 'pwr_4hj6m8p0r2t4v6x8z0a2c4e6g8' })
  @IsId('passwordReset')
  resetId!: string;
}

export class ResetPasswordRequest {
  @Note({ description: 'The reset that the code was sent for.', example: 'pwr_4hj6m8p0r2t4v6x8z0a2c4e6g8' })
  @IsId('passwordReset')
  resetId!: string;

  @Note({ description: 'The code, as the customer typed it.', example: '042917' })
  @IsOtpCode()
  otp!: string;

  @NewPassword('a better horse and battery')
  password!: string;
}

const limits =
  'The codes for one number are limited for all callers together: by a wait between two codes (429 `otp_cooldown`), and by a number of codes within a period (429 `otp_budget_spent`).';

/** Registration of users, and the reset of forgotten passwords. */
export const registrationOperations = operationsOf({
  registerUser: {
    method: 'POST',
    path: '/auth/users',
    summary: 'Register a user',
    description: `Sends a code to the phone. The number is registered when the code is verified. The answer does not reveal whether the number is registered already: in that case its owner gets a message without a code. To send another code, register again. ${limits}`,
    key: 'publishable',
    scope: 'users:write',
    headers: [messageLanguage, visitorsIdempotencyKey],
    body: RegisterUserRequest,
    answer: PendingRegistrationAnswer,
    success: 202,
    replays: true,
    stores: counted('code', 'message', 'idempotency_record'),
    errors: registerUser.refusals,
  },
  confirmRegistration: {
    method: 'POST',
    path: '/auth/users/verify',
    summary: 'Confirm a registration',
    description:
      'Creates the user whose phone number the code confirms. The user then signs in. A code is compared at most five times. Wrong, expired and used codes get the same answer.',
    key: 'publishable',
    scope: 'users:write',
    headers: [visitorsIdempotencyKey],
    body: ConfirmRegistrationRequest,
    answer: RegisteredUserAnswer,
    success: 201,
    replays: true,
    stores: counted('user', 'audit_record', 'session', 'idempotency_record'),
    errors: confirmRegistration.refusals,
  },
  beginPasswordReset: {
    method: 'POST',
    path: '/auth/password/forgot',
    summary: 'Send a code for a new password',
    description: `Sends a code to the phone on file. The answer does not reveal whether the number is registered. ${limits}`,
    key: 'publishable',
    scope: 'users:write',
    headers: [messageLanguage, visitorsIdempotencyKey],
    body: ForgotPasswordRequest,
    answer: PendingPasswordResetAnswer,
    success: 202,
    replays: true,
    stores: counted('code', 'message', 'idempotency_record'),
    errors: beginPasswordReset.refusals,
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/password/reset',
    summary: 'Set a new password',
    description:
      "Changes the password. The user's tokens end immediately, and so does a wait after wrong passwords. A code is compared at most five times. Wrong, expired and used codes get the same answer.",
    key: 'publishable',
    scope: 'users:write',
    headers: [visitorsIdempotencyKey],
    body: ResetPasswordRequest,
    success: 204,
    replays: true,
    stores: counted('audit_record', 'idempotency_record'),
    errors: resetPassword.refusals,
  },
});
