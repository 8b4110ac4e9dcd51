import { ArrayMaxSize, IsArray, IsOptional, IsString } from 'class-validator';
import { beginPasswordReset, confirmRegistration, registerUser, resetPassword } from '../bus/commands/registration.js';
import type { Operation } from './operation.js';
import { SentCodeAnswer } from './otp.js';
import { messageLanguage, visitorsIdempotencyKey } from './request-headers.js';
import { Note } from '../schema/declarations.js';
import { IsEmailAddress, IsId, IsOtpCode, IsPhoneNumber, IsText } from '../schema/fields.js';

/** Bodies of registration and of forgotten passwords. */
/** Length of a new password, in Unicode characters. */
export const PASSWORD_MIN_CHARACTERS = 8;

export const PASSWORD_MAX_CHARACTERS = 256;

export class RegisteredUserAnswer {
  @Note({ description: 'User identifier.', example: 'usr_01k8zq3x7mf2rv9t5c6hdn4e8w' })
  @IsId('user')
  id!: string;

  @Note({ description: 'International format.', example: '+237670000001' })
  @IsText(16, 1)
  phoneNumber!: string;

  @Note({ description: 'Includes `USER`.', example: ['USER'] })
  @IsArray()
  @ArrayMaxSize(16)
  @IsString({ each: true })
  roles!: string[];
}

export class RegisterUserRequest {
  @Note({ description: 'International format (E.164). A code is sent there.', example: '+237670000001' })
  @IsPhoneNumber()
  phoneNumber!: string;

  @Note({
    description: 'At least 8 characters, and none of the commonest passwords.',
    example: 'correct horse battery staple',
  })
  @IsText(PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS)
  password!: string;

  @Note({ description: 'Codes may be sent there too, when asked for.', example: 'ada@customers.example' })
  @IsOptional()
  @IsEmailAddress()
  email?: string | null;
}

export class RegisterUserAnswer extends SentCodeAnswer {
  @Note({
    description: 'The registration that the code confirms: no other one’s code does.',
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
  @Note({ description: 'International format (E.164). A code is sent there.', example: '+237670000001' })
  @IsPhoneNumber()
  phoneNumber!: string;
}

export class ForgotPasswordAnswer extends SentCodeAnswer {
  @Note({ description: 'The reset that the code allows.', example: 'pwr_4hj6m8p0r2t4v6x8z0a2c4e6g8' })
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

  @Note({
    description: 'At least 8 characters, and none of the commonest passwords.',
    example: 'a better horse and battery',
  })
  @IsText(PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS)
  password!: string;
}

const limits =
  'Codes for one number have a wait between them (429 `otp_cooldown`) and a number within a time (429 `otp_budget_spent`), whoever asks for them.';

/** Registration of users, and the reset of forgotten passwords. */
export const registrationOperations = {
  registerUser: {
    id: 'registerUser',
    method: 'POST',
    path: '/auth/users',
    summary: 'Register a user',
    description: `Sends a code to the phone; its number is registered when the code comes back. Whether the number is a user's already is not told: then its owner gets a message without a code. To have another code sent, register again. ${limits}`,
    key: 'publishable',
    scope: 'users:write',
    headers: [messageLanguage, visitorsIdempotencyKey],
    body: RegisterUserRequest,
    answer: RegisterUserAnswer,
    success: 202,
    replays: true,
    errors: registerUser.refusals,
  },
  confirmRegistration: {
    id: 'confirmRegistration',
    method: 'POST',
    path: '/auth/users/verify',
    summary: 'Confirm a registration',
    description:
      'Makes the user, whose phone number the code has confirmed. The user then signs in. A code is compared five times at most; a wrong, an expired and a used one read the same.',
    key: 'publishable',
    scope: 'users:write',
    headers: [visitorsIdempotencyKey],
    body: ConfirmRegistrationRequest,
    answer: RegisteredUserAnswer,
    success: 201,
    replays: true,
    errors: confirmRegistration.refusals,
  },
  beginPasswordReset: {
    id: 'beginPasswordReset',
    method: 'POST',
    path: '/auth/password/forgot',
    summary: 'Send a code for a new password',
    description: `Sends a code to the phone on file. Whether the number is a user's is not told. ${limits}`,
    key: 'publishable',
    scope: 'users:write',
    headers: [messageLanguage, visitorsIdempotencyKey],
    body: ForgotPasswordRequest,
    answer: ForgotPasswordAnswer,
    success: 202,
    replays: true,
    errors: beginPasswordReset.refusals,
  },
  resetPassword: {
    id: 'resetPassword',
    method: 'POST',
    path: '/auth/password/reset',
    summary: 'Set a new password',
    description:
      "Changes the password. The user's tokens end at once, and a wait that wrong passwords have brought is over. A code is compared five times at most; a wrong, an expired and a used one read the same.",
    key: 'publishable',
    scope: 'users:write',
    headers: [visitorsIdempotencyKey],
    body: ResetPasswordRequest,
    success: 204,
    replays: true,
    errors: resetPassword.refusals,
  },
} as const satisfies Readonly<Record<string, Operation>>;
