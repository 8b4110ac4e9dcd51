import type { ReconciliationInfo, ReconciliationItem } from '@paygate/contracts';
import type { Item } from './comparison.repository.js';
import type { Run } from './runs.repository.js';

/** A run as the installation's team sees it. */
export function reconciliationOf(run: Run): ReconciliationInfo {
  const { rail, mode, day, runId, source, state, isMatched, lines, begunAt } = run;
  const { blank, matched, missingHere, missingThere, differs, duplicate, unreadable, awaited } = run;
  const { fileHash, remark, comparedAt, acceptedAt, acceptance } = run;
  return {
    ...{ rail, mode, day, runId: runId.toString(), source, state, isMatched },
    ...(fileHash !== null && { fileHash }),
    ...{ lines, blank, matched, missingHere, missingThere, differs, duplicate, unreadable, awaited },
    ...(remark !== null && { remark }),
    begunAt: begunAt.toISOString(),
    ...(comparedAt !== null && { comparedAt: comparedAt.toISOString() }),
    ...(acceptedAt !== null && { acceptedAt: acceptedAt.toISOString() }),
    ...(acceptance !== null && { acceptance }),
  };
}

export function reconciliationItemOf(item: Item): ReconciliationItem {
  const { number, result, difference, fault, lineNumber: line, movedAt, amount, amountHere } = item;
  const { operatorId, reference, currency, kind, status, operationId, stateHere } = item;
  const detail = difference ?? fault;
  const texts = { detail, line, operatorId, reference, currency, kind, status, operationId, stateHere };
  const known = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== null));
  return {
    ...{ number, result, ...known },
    ...(movedAt !== null && { time: movedAt.toISOString() }),
    ...(amount !== null && { amount: amount.toString() }),
    ...(amountHere !== null && { amountHere: amountHere.toString() }),
  };
}
