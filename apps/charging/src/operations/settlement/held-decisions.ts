import type { Correction } from '@paygate/contracts';
import type { Statement } from '@paygate/platform';
import type { RailOperation } from '../operation.js';
import { isDecidableSql, MAY_GO_THERE } from '../operation.js';
import type { Decision, Decline } from './settlements.repository.js';
import { COVERED, decidedSql, tooLateSql, UNDISPUTED } from './settlements.repository.js';

/** The rail has paid: its own report, or the decision of an operator. */
export function succeedStatement({ operationId, lease }: RailOperation, decision: Decision): Statement {
  const { decider, remark, providerReference = null } = decision;
  const values = [operationId, remark, lease];
  return decider === 'rail'
    ? { name: 'held-succeed', text: succeedSql.rail, values: [...values, providerReference] }
    : { name: 'held-decide-succeeded', text: succeedSql.operator, values: [...values, decider.notFoundSeconds] };
}

/**
 * The rail has not paid and will not: its own report, the decision of an operator, or the end of one that was not sent in time, or whose destination was revoked. No operator
 * declines a payout of which a part was paid: all of its money would be available again.
 */
export function declineStatement({ operationId, lease }: RailOperation, decline: Decline): Statement {
  const { decider, remark, startSeconds, attempt = null, providerReference = null } = decline;
  const values = [operationId, remark, lease];
  if (startSeconds !== undefined)
    return { name: 'held-decline-unsent', text: declineSql.unsent, values: [...values, startSeconds] };
  return decider === 'rail'
    ? { name: 'held-decline', text: declineSql.rail, values: [...values, attempt, providerReference] }
    : { name: 'held-decide-declined', text: declineSql.operator, values: [...values, decider.notFoundSeconds] };
}

const succeedSql = {
  rail: decidedSql('succeed', '$3', `${UNDISPUTED} AND ${COVERED}`, '$4'),
  operator: decidedSql('decide-succeeded', '$3', `${COVERED} AND ${isDecidableSql('$4')}`),
};

const declineSql = {
  rail: decidedSql('decline', '$3', `${UNDISPUTED} AND ($4::integer IS NULL OR attempt = $4)`, '$5'),
  operator: decidedSql(
    'decide-declined',
    '$3',
    `${isDecidableSql('$4')} AND (kind <> 'payout' OR suspended_amount IS NULL)`,
  ),
  unsent: decidedSql('decline-unsent', '$3', `(${tooLateSql('$4')} OR NOT ${MAY_GO_THERE})`),
};

/** People have settled at the rail what it had paid of a payout. */
export function correctStatement(operationId: string, correction: Correction): Statement {
  return {
    name: `held-${correction}`,
    text: correctSql[correction],
    values: [operationId, CORRECTED[correction], null],
  };
}

const CORRECTED: Readonly<Record<Correction, string>> = {
  rest_paid: 'an operator has paid the rest',
  part_returned: 'the rail has returned what it had paid',
};

const correctSql: Readonly<Record<Correction, string>> = {
  rest_paid: decidedSql('decide-succeeded', '$3', `kind = 'payout' AND suspended_amount < amount`),
  part_returned: decidedSql('decide-declined', '$3', `kind = 'payout' AND suspended_amount IS NOT NULL`),
};

/** The owner takes back an operation of which nothing was sent. */
export function withdrawStatement(operationId: string, remark: string): Statement {
  return { name: 'held-withdraw', text: withdrawSql, values: [operationId, remark, null] };
}

const withdrawSql = decidedSql('decline-unsent', '$3', 'true');
