import { forgetMemberPassword, resetMemberPassword, signInToDashboard } from '../bus/commands/dashboard.js';
import {
  CurrentDashboardSessionView,
  ForgotMemberPasswordRequest,
  NewDashboardSessionView,
  ResetMemberPasswordRequest,
  SignInToDashboardRequest,
} from './dashboard-bodies.js';
import { headers } from './headers.js';
import type { HeaderUse, Operation } from './operations.js';

/** Which account and mode a dashboard session is used in. */
export const sessionHeaders: readonly HeaderUse[] = [
  {
    name: headers.merchantId,
    required: false,
    description: 'With a dashboard session: the account, when its person is a member of several.',
  },
  {
    name: headers.mode,
    required: false,
    description: 'With a dashboard session: `test` or `live`; test when absent. An API key has its mode in itself.',
  },
];

const signInKey: HeaderUse = {
  name: headers.idempotencyKey,
  required: false,
  description:
    'The same key and body give the same session for 30 days, good or not, to who shows the password again: 1 to 255 printable ASCII characters.',
};

export const mailTokenKey: HeaderUse = {
  name: headers.idempotencyKey,
  required: false,
  description:
    '1 to 255 printable ASCII characters that nobody can guess. For 30 days the same key and body give the same answer, if it was a success; what was refused had no effect.',
};

export const mailLanguage: HeaderUse = {
  name: 'accept-language',
  required: false,
  description: 'The language of the e-mail: French or English. French when neither is named.',
};

export const withoutBody = ['parameter_unknown', 'body_too_large', 'media_type_unsupported'] as const;

/** Sessions of people at the dashboard, and their passwords. */
export const dashboardOperations = {
  signInToDashboard: {
    id: 'signInToDashboard',
    method: 'POST',
    path: '/dashboard/sessions',
    summary: 'Sign in to the dashboard',
    description:
      'Exchanges the e-mail address and password of a member for a session. It ends after 12 hours, or after 30 minutes without a request. An unknown address reads like a wrong password. 429 `login_throttled` with `Retry-After` follows wrong passwords, and too many sign-ins.',
    key: 'stranger',
    headers: [signInKey],
    body: SignInToDashboardRequest,
    answer: NewDashboardSessionView,
    success: 201,
    replays: true,
    errors: signInToDashboard.refusals,
  },
  getDashboardSession: {
    id: 'getDashboardSession',
    method: 'GET',
    path: '/dashboard/sessions/current',
    summary: 'Read the dashboard session',
    description: 'Who is signed in, to which accounts, and what the role allows in the chosen account and mode.',
    key: 'session',
    headers: sessionHeaders,
    answer: CurrentDashboardSessionView,
    success: 200,
    replays: false,
    errors: [],
  },
  endDashboardSession: {
    id: 'endDashboardSession',
    method: 'DELETE',
    path: '/dashboard/sessions/current',
    summary: 'Sign out of the dashboard',
    description: 'Ends the session at once, everywhere. Takes no body.',
    key: 'session',
    headers: sessionHeaders,
    success: 204,
    replays: false,
    errors: withoutBody,
  },
  forgetMemberPassword: {
    id: 'forgetMemberPassword',
    method: 'POST',
    path: '/dashboard/password/forgot',
    summary: 'Send a token for a new dashboard password',
    description:
      'Sends an e-mail with a token that works once, within an hour. Whether the address is a member’s is not told.',
    key: 'stranger',
    headers: [mailLanguage, mailTokenKey],
    body: ForgotMemberPasswordRequest,
    success: 202,
    replays: true,
    errors: forgetMemberPassword.refusals,
  },
  resetMemberPassword: {
    id: 'resetMemberPassword',
    method: 'POST',
    path: '/dashboard/password/reset',
    summary: 'Set a new dashboard password',
    description:
      'Changes the password for every account of the person, and ends all their sessions. A wrong, a used and an expired token read the same.',
    key: 'stranger',
    headers: [mailTokenKey],
    body: ResetMemberPasswordRequest,
    success: 204,
    replays: true,
    errors: resetMemberPassword.refusals,
  },
} as const satisfies Readonly<Record<string, Operation>>;
