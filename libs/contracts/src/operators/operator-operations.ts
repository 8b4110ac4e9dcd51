import { operationsOf } from '../kernel/operation.js';
import { sessionHeaders } from '../kernel/request-headers.js';
import { OperatorsView } from './operator-bodies.js';
import { readOperators } from './operator-commands.js';

/** The operators of mobile money. */
export const operatorOperations = operationsOf({
  listOperators: {
    method: 'GET',
    path: '/operators',
    key: 'publishable',
    scope: 'intents:read',
    takesSession: true,
    headers: sessionHeaders,
    summary: 'List the operators and their state',
    description:
      'The mobile-money operators of the mode of the key: their currencies, number prefixes, methods and limits, what the prompt on the phone shows and what to dial when none comes. Their state follows from the outcomes of the last 5 and 60 minutes of all merchants of this mode, which are up to some seconds old. What a payer declines never counts against an operator.',
    answer: OperatorsView,
    errors: readOperators.refusals,
  },
});
