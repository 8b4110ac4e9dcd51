import { IsIn } from 'class-validator';
import {
  LiveRequest,
  readLiveRequest,
  requestLive,
  RequestLiveRequest,
  withdrawLiveRequest,
} from './live-request-commands.js';
import { counted, ending } from '../kernel/stored.js';
import { noBodyErrors, operationsOf } from '../kernel/operation.js';
import { sessionHeaders, unstoredIdempotencyKey } from '../kernel/request-headers.js';
import { Note } from '../schema/declarations.js';

export class LiveRequestView extends LiveRequest {
  @Note({ example: 'live_request' })
  @IsIn(['live_request'])
  object!: 'live_request';
}

const ofAccount = { key: 'session', path: '/merchant/live-request', success: 200, replays: false } as const;

/** The request of an account for live mode, which the installation's team decides. */
export const liveRequestOperations = operationsOf({
  getLiveRequest: {
    ...ofAccount,
    method: 'GET',
    summary: 'Read the request for live mode',
    description: 'States whether live mode is active or was requested. The answer is the same in both modes.',
    scope: 'merchant:read',
    headers: sessionHeaders,
    answer: LiveRequestView,
    errors: readLiveRequest.refusals,
  },
  requestLive: {
    ...ofAccount,
    method: 'POST',
    summary: 'Ask for live mode',
    description:
      'Asks the operator to activate live mode. An account has one open request: sent again, it replaces the text. If live mode is already active, nothing changes. Each change is recorded in the audit trail.',
    scope: 'merchant:write',
    headers: [...sessionHeaders, unstoredIdempotencyKey],
    body: RequestLiveRequest,
    answer: LiveRequestView,
    stores: counted('live_request', 'audit_record'),
    errors: requestLive.refusals,
  },
  withdrawLiveRequest: {
    ...ofAccount,
    method: 'DELETE',
    summary: 'Withdraw the request for live mode',
    description:
      'Withdraws an open request. A request that was decided in the meantime is not withdrawn, and the answer shows it.',
    scope: 'merchant:write',
    headers: sessionHeaders,
    answer: LiveRequestView,
    stores: ending('audit_record'),
    errors: [...noBodyErrors, ...withdrawLiveRequest.refusals],
  },
});
