import type { DeclineCode } from '@paygate/contracts';
import type { RailOutcome } from '../connector.js';
import type { JsonObject, RailAnswer } from '../http/rail-http.js';
import { printable, remarkOn } from '../http/rail-http.js';
import { providerReferenceIn } from '../provider-reference.js';
import { orangeMoneyStatuses } from './orange-money-reasons.js';

type Reasons = ReadonlyMap<string, DeclineCode>;

/** The outcome that an answer to a submission states. */
export function submissionOutcome(answer: RailAnswer, reasons: Reasons): RailOutcome {
  const remark = remarkOn(answer);
  if (answer.kind === 'failure') return { kind: answer.sent ? 'in_doubt' : 'unprocessed', remark };
  const { status, json } = answer;
  if (status === 401 || status === 429) return { kind: 'unprocessed', remark };
  if (status === 417 && json !== undefined) return declined(json, 'FAILED', reasons);
  // 422: an earlier attempt with this token has arrived; its answer shows how the payment is now
  return status === 200 || status === 422 ? paymentOutcome(json, remark, reasons) : { kind: 'in_doubt', remark };
}

/** The outcome that an answer to a status query states. An amount that it leaves out is never taken for the whole. */
export function statusOutcome(answer: RailAnswer, reasons: Reasons): RailOutcome {
  const remark = remarkOn(answer);
  if (answer.kind === 'failure') return { kind: 'in_doubt', remark };
  if (answer.status === 404 && answer.json !== undefined) return { kind: 'not_found' };
  return answer.status === 200 ? paymentOutcome(answer.json, remark, reasons) : { kind: 'in_doubt', remark };
}

function paymentOutcome(json: JsonObject | undefined, remark: string, reasons: Reasons): RailOutcome {
  const { status, amount, txnid } = dataOf(json);
  const providerReference = providerReferenceIn(txnid);
  switch (status) {
    case 'SUCCESSFULL':
      return typeof amount === 'number' && Number.isSafeInteger(amount)
        ? { kind: 'succeeded', amount: BigInt(amount), currency: 'XAF', providerReference }
        : { kind: 'in_doubt', remark };
    case 'FAILED':
    case 'CANCELLED':
    case 'EXPIRED':
      return declined(json, status, reasons);
    case 'PENDING':
      return { kind: 'accepted', providerReference };
    case 'INITIATED':
      // the token was issued, and no submission has arrived
      return { kind: 'not_found' };
    default:
      return { kind: 'in_doubt', remark };
  }
}

/** The code is in the data, or at the beginning of the message: `60019 :: …`. */
function declined(json: JsonObject | undefined, status: string, reasons: Reasons): RailOutcome {
  const { confirmtxnstatus, inittxnstatus, txnid } = dataOf(json);
  const message = json?.['message'];
  const [inMessage] = (typeof message === 'string' ? /^[0-9]{3,6}/.exec(message) : null) ?? [];
  const codes = [confirmtxnstatus, inittxnstatus, inMessage].filter((code) => typeof code === 'string');
  const known = codes.find((code) => reasons.has(code));
  const code = known === undefined ? orangeMoneyStatuses.get(status) : reasons.get(known);
  return {
    ...{ kind: 'declined', code: code ?? 'rail_error', remark: printable(`${status} ${codes.join(' ')}`) },
    providerReference: providerReferenceIn(txnid),
  };
}

/** The part of an answer that is about the payment. */
export function dataOf(json: JsonObject | undefined): JsonObject {
  const data = json?.['data'];
  return typeof data === 'object' && data !== null ? (data as JsonObject) : {};
}
