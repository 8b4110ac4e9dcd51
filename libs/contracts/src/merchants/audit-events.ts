import { IsIn, IsObject, IsOptional } from 'class-validator';
import { AUDIT_EVENTS_PAGE_MAX, AUDIT_SEQUENCE_MAX } from './audit-event-commands.js';
import { operationsOf } from '../kernel/operation.js';
import { sessionHeaders } from '../kernel/request-headers.js';
import { PageLimit, pageOf, StartsAfter } from '../kernel/shapes/page.js';
import { auditActionNames, merchantActions } from '../vocabulary/audit-actions.js';
import { Note } from '../schema/declarations.js';
import { IsIntBetween, IsMode, IsText, IsTimestamp } from '../schema/fields.js';
import type { Mode } from '../vocabulary/modes.js';

const CURSOR = /^[1-9][0-9]{0,8}$/;

export class ListAuditEventsQuery {
  @PageLimit('records', AUDIT_EVENTS_PAGE_MAX)
  limit?: number;

  @StartsAfter(CURSOR)
  startingAfter?: string;

  @Note({ description: 'Only events with this `action`.', example: 'payment.refunded' })
  @IsOptional()
  @IsIn(auditActionNames)
  action?: string;

  @Note({ description: 'Only events with this `actor`.', example: 'mem_01k8zq3y8ng3sw0v6d7jep5f9x' })
  @IsOptional()
  @IsText(128, 1)
  actor?: string;
}

const someActions = ['api_key.created', 'member.invited', ...merchantActions]
  .map((action) => `\`${action}\``)
  .join(', ');

export class AuditEventView {
  @Note({ example: 'audit_event' })
  @IsIn(['audit_event'])
  object!: 'audit_event';

  @Note({ description: '1, 2, 3 … per account, without a gap, in the order of recording.', example: 42 })
  @IsIntBetween(1, AUDIT_SEQUENCE_MAX)
  sequence!: number;

  @Note({ description: 'Changes of members concern both modes and are recorded as `live`.', example: 'test' })
  @IsMode()
  mode!: Mode;

  @Note({
    description: `The act, such as ${someActions}. More acts may be added: show an unknown act unchanged.`,
    example: 'payment.canceled',
  })
  @IsText(64, 1)
  action!: string;

  @Note({
    description: 'The object, or the operation that was called; `several` for acts that are counted together.',
    example: 'pi_01k8zq3x7mf2rv9t5c6hdn4e8w',
  })
  @IsText(128, 1)
  subject!: string;

  @Note({
    description:
      'The member or API key that acted, or the name of a service or `operator`, the team of your Paygate; `several` for acts that are counted together.',
    example: 'mem_01k8zq3y8ng3sw0v6d7jep5f9x',
  })
  @IsText(128, 1)
  actor!: string;

  @Note({ example: 'req_01k8zq3y8ng3sw0v6d7jep5f9x' })
  @IsText(128, 1)
  requestId!: string;

  @Note({ description: 'The details of the change; its fields depend on the action.', example: {} })
  @IsObject()
  detail!: object;

  @Note({ example: '2026-11-20T10:00:00.000Z' })
  @IsTimestamp()
  occurredAt!: string;
}

/** A page of the audit trail, newest first. */
export class AuditEventPageAnswer extends pageOf(() => AuditEventView, CURSOR, AUDIT_EVENTS_PAGE_MAX) {}

/** The audit trail of a merchant account. */
export const auditOperations = operationsOf({
  listAuditEvents: {
    method: 'GET',
    path: '/audit-events',
    summary: 'List audit events',
    description:
      'The changes that members and API keys made in the account (to keys, members, settings, payments, payment links, webhook endpoints and deliveries), and the sign-ins. Newest first, in pages, of both modes. An act appears within seconds. Refused sign-ins and passwords, password resets that were asked for, sign-outs, requests that a role, a key, a mode or an origin does not allow, and reads of customers’ data and of the test inbox are only counted: there is one event per subject, actor and minute, with `count` in `detail`, and it appears when the minute has passed. Beyond 20 of an account in a minute they are counted together, by act, with `several` as subject and actor. With a filter, a page looks through 5,000 events: it may be short or empty, and still have a `nextCursor`. For owners and admins.',
    key: 'session',
    scope: 'audit_events:read',
    headers: sessionHeaders,
    query: ListAuditEventsQuery,
    answer: AuditEventPageAnswer,
    errors: ['cursor_invalid'],
  },
});
