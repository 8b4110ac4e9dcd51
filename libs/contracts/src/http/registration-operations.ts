import { beginPasswordReset, confirmRegistration, registerUser, resetPassword } from '../bus/commands/registration.js';
import { RegisteredUserAnswer } from './answers.js';
import { visitorsIdempotencyKey } from './idempotency-headers.js';
import type { HeaderUse, Operation } from './operations.js';
import {
  ConfirmRegistrationRequest,
  ForgotPasswordAnswer,
  ForgotPasswordRequest,
  RegisterUserAnswer,
  RegisterUserRequest,
  ResetPasswordRequest,
} from './registration-bodies.js';

const acceptLanguage: HeaderUse = {
  name: 'accept-language',
  required: false,
  description: 'The language of the message: French or English. French when neither is named.',
};

const limits =
  'Codes for one number have a wait between them (429 `otp_cooldown`) and a number within a time (429 `otp_budget_spent`), whoever asks for them.';

/** How somebody becomes a user, and how a user comes by a new password. */
export const registrationOperations = {
  registerUser: {
    id: 'registerUser',
    method: 'POST',
    path: '/auth/users',
    summary: 'Register a user',
    description: `Sends a code to the phone; its number is registered when the code comes back. Whether the number is a user's already is not told: then its owner gets a message without a code. To have another code sent, register again. ${limits}`,
    key: 'publishable',
    headers: [acceptLanguage, visitorsIdempotencyKey],
    body: RegisterUserRequest,
    answer: RegisterUserAnswer,
    success: 202,
    replays: true,
    errors: ['idempotency_key_invalid', ...registerUser.refusals, 'upstream_timeout'],
  },
  confirmRegistration: {
    id: 'confirmRegistration',
    method: 'POST',
    path: '/auth/users/verify',
    summary: 'Confirm a registration',
    description:
      'Makes the user, whose phone number the code has confirmed. The user then signs in. A code is compared five times at most; a wrong, an expired and a used one read the same.',
    key: 'publishable',
    headers: [visitorsIdempotencyKey],
    body: ConfirmRegistrationRequest,
    answer: RegisteredUserAnswer,
    success: 201,
    replays: true,
    errors: ['idempotency_key_invalid', ...confirmRegistration.refusals, 'upstream_timeout'],
  },
  beginPasswordReset: {
    id: 'beginPasswordReset',
    method: 'POST',
    path: '/auth/password/forgot',
    summary: 'Send a code for a new password',
    description: `Sends a code to the phone on file. Whether the number is a user's is not told. ${limits}`,
    key: 'publishable',
    headers: [acceptLanguage, visitorsIdempotencyKey],
    body: ForgotPasswordRequest,
    answer: ForgotPasswordAnswer,
    success: 202,
    replays: true,
    errors: ['idempotency_key_invalid', ...beginPasswordReset.refusals, 'upstream_timeout'],
  },
  resetPassword: {
    id: 'resetPassword',
    method: 'POST',
    path: '/auth/password/reset',
    summary: 'Set a new password',
    description:
      "Changes the password. The user's tokens end at once, and a wait that wrong passwords have brought is over. A code is compared five times at most; a wrong, an expired and a used one read the same.",
    key: 'publishable',
    headers: [visitorsIdempotencyKey],
    body: ResetPasswordRequest,
    success: 204,
    replays: true,
    errors: ['idempotency_key_invalid', ...resetPassword.refusals, 'upstream_timeout'],
  },
} as const satisfies Readonly<Record<string, Operation>>;
