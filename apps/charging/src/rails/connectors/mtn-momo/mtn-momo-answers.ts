import type { DeclineCode } from '@paygate/contracts';
import type { RailOutcome } from '../connector.js';
import type { JsonObject, RailAnswer } from '../http/rail-http.js';
import { printable, remarkOn } from '../http/rail-http.js';
import { providerReferenceIn } from '../provider-reference.js';
import { mtnMomoReasons, refusedSubmissions } from './mtn-momo-reasons.js';

/** UTF-16 code units of a name. */
const NAME_LENGTH = 120;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}]/gu;

type Reasons = ReadonlyMap<string, DeclineCode>;

/** The outcome that an answer to a submission states. */
export function submissionOutcome(answer: RailAnswer, reasons: Reasons = refusedSubmissions): RailOutcome {
  const remark = remarkOn(answer);
  if (answer.kind === 'failure') return { kind: answer.sent ? 'in_doubt' : 'unprocessed', remark };
  // 409: an earlier attempt with this reference has arrived
  if (answer.status === 202 || answer.status === 409) return { kind: 'accepted' };
  if (answer.status === 401 || answer.status === 429) return { kind: 'unprocessed', remark };
  const given = answer.json?.['code'];
  const code = typeof given === 'string' ? reasons.get(given) : undefined;
  return code === undefined ? { kind: 'in_doubt', remark } : { kind: 'declined', code, remark };
}

/** The outcome that an answer to a status query states. An amount that it leaves out is never taken for the whole. */
export function statusOutcome(answer: RailAnswer, reasons: Reasons = mtnMomoReasons): RailOutcome {
  const remark = remarkOn(answer);
  if (answer.kind === 'failure') return { kind: 'in_doubt', remark };
  const { status, json } = answer;
  if (status === 404 && json?.['code'] === 'RESOURCE_NOT_FOUND') return { kind: 'not_found' };
  if (status !== 200 || json === undefined) return { kind: 'in_doubt', remark };
  switch (json['status']) {
    case 'SUCCESSFUL':
      return succeeded(json) ?? { kind: 'in_doubt', remark };
    case 'FAILED':
      return failed(json, reasons);
    case 'PENDING':
    case 'CREATED':
      return { kind: 'accepted' };
    default:
      return { kind: 'in_doubt', remark };
  }
}

/** The name of an account holder; undefined when the answer has none. */
export function ownerIn(answer: RailAnswer): string | undefined {
  if (answer.kind === 'failure' || answer.status !== 200) return undefined;
  const { given_name: given, family_name: family } = answer.json ?? {};
  const parts = [given, family].filter((part) => typeof part === 'string');
  const name = parts.join(' ').replaceAll(UNPRINTABLE, '').slice(0, NAME_LENGTH).trim();
  return name === '' ? undefined : name;
}

function succeeded({ amount, currency, financialTransactionId }: JsonObject): RailOutcome | undefined {
  if (typeof amount !== 'string' || !/^[0-9]{1,15}$/.test(amount) || typeof currency !== 'string') return undefined;
  const providerReference = providerReferenceIn(financialTransactionId);
  return { kind: 'succeeded', amount: BigInt(amount), currency: printable(currency), providerReference };
}

/** The reason is a text or an object. */
function failed({ reason }: JsonObject, reasons: Reasons): RailOutcome {
  const given = typeof reason === 'object' && reason !== null ? (reason as JsonObject)['code'] : reason;
  const text = typeof given === 'string' ? given : 'FAILED';
  return { kind: 'declined', code: reasons.get(text) ?? 'rail_error', remark: printable(text) };
}
