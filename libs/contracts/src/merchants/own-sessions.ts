import { IsBoolean } from 'class-validator';
import {
  changeMemberPassword,
  DASHBOARD_SESSIONS_MAX,
  DashboardSessionSpan,
  DEVICE_MAX_CHARACTERS,
  endDashboardSession,
} from './dashboard-session-commands.js';
import { ending, ofPerson } from '../kernel/stored.js';
import { noBodyErrors, operationsOf } from '../kernel/operation.js';
import { sessionHeaders, unstoredIdempotencyKey } from '../kernel/request-headers.js';
import { NewPassword, PASSWORD_MAX_CHARACTERS } from '../customers/users.js';
import { IsNullable, Note } from '../schema/declarations.js';
import { IsId, IsLine, IsListOf, IsText, IsTimestamp } from '../schema/fields.js';

const EXAMPLE_SESSION_ID = 'dss_01k8zq3x7mf2rv9t5c6hdn4e8w';

export class OpenDashboardSessionView extends DashboardSessionSpan {
  @Note({ example: EXAMPLE_SESSION_ID })
  @IsId('dashboardSession')
  id!: string;

  @Note({ description: 'True for the session of this request.', example: true })
  @IsBoolean()
  current!: boolean;

  @Note({
    description: 'Browser and system that signed in, by the header `User-Agent`; null when it names neither.',
    example: 'Chrome, Android',
  })
  @IsNullable()
  @IsLine(DEVICE_MAX_CHARACTERS)
  device!: string | null;

  @Note({ description: 'The time of the newest request, to the minute.', example: '2026-11-20T10:05:00.000Z' })
  @IsTimestamp()
  lastSeenAt!: string;
}

/** The open sessions of a person, newest first. */
export class DashboardSessionsAnswer {
  @IsListOf(() => OpenDashboardSessionView, DASHBOARD_SESSIONS_MAX)
  data!: OpenDashboardSessionView[];
}

export class ChangeMemberPasswordRequest {
  @Note({ example: 'correct horse battery staple' })
  @IsText(PASSWORD_MAX_CHARACTERS, 1)
  currentPassword!: string;

  @NewPassword('a better horse and battery')
  password!: string;
}

/** The sessions and the password of a signed-in person. */
export const ownSessionOperations = operationsOf({
  listDashboardSessions: {
    method: 'GET',
    path: '/dashboard/sessions',
    summary: 'List your dashboard sessions',
    description: 'The open sessions of the signed-in person, newest first, in one page: a person has at most 20.',
    key: 'session',
    scope: null,
    headers: sessionHeaders,
    answer: DashboardSessionsAnswer,
    errors: [],
  },
  endOtherDashboardSession: {
    method: 'DELETE',
    path: '/dashboard/sessions/{id}',
    summary: 'End one of your dashboard sessions',
    description:
      'Its next request is refused. The session of another person is answered like a missing one. Takes no body.',
    key: 'session',
    scope: null,
    headers: sessionHeaders,
    success: 204,
    stores: ending('session'),
    errors: [...noBodyErrors, ...endDashboardSession.refusals],
  },
  changeMemberPassword: {
    method: 'POST',
    path: '/dashboard/password',
    summary: 'Change your dashboard password',
    description:
      'Changes the password for every account of the person, and ends all their other sessions. A wrong current password is 401 `credentials_invalid`, and guesses are throttled as at sign-in.',
    key: 'session',
    scope: null,
    headers: [...sessionHeaders, unstoredIdempotencyKey],
    body: ChangeMemberPasswordRequest,
    success: 204,
    stores: ofPerson('audit_record'),
    errors: changeMemberPassword.refusals,
  },
});
