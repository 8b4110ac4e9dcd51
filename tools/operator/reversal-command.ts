import {
  AMOUNT_PATTERN,
  decideReversal,
  listReversalDebts,
  listReversals,
  modes,
  PAGE_MAX_REVERSALS,
  proposeReversal,
  releaseReversals,
  reversalDecisions,
} from '@paygate/contracts';
import type { Mode } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { BadUsage } from './bad-usage.js';
import type { Operator } from './operator.js';
import { accepted } from './operator.js';
import { statementDay } from './reconciliation-command.js';
import { idOf } from './typed-words.js';

type Work = (operator: Pick<Operator, 'send'>) => Promise<object>;

/** The commands on what operators take back of payments: each names the person who acts. */
export const reversalCommands = [
  ['reversals', { takes: ['mode'], workOf: openReversals }],
  ['reversal-debts', { takes: ['mode'], workOf: debts }],
  [
    'propose-reversal',
    { takes: ['mode', 'payment intent id', 'amount', 'what was told', 'person id'], workOf: proposal },
  ],
  ['decide-reversal', { takes: ['reversal id', reversalDecisions.join('|'), 'person id'], workOf: decision }],
  ['release-reversals', { takes: ['rail', 'mode', 'day', 'person id'], workOf: releaseOfDay }],
] as const;

/** The reversals that wait for a person. */
function openReversals(word: string): Work {
  const mode = modeOf(word);
  return async ({ send }) => accepted(await send(listReversals, { mode, limit: PAGE_MAX_REVERSALS }));
}

/** The merchants whose balances owe what operators have taken back. */
function debts(word: string): Work {
  const mode = modeOf(word);
  return async ({ send }) => accepted(await send(listReversalDebts, { mode, limit: PAGE_MAX_REVERSALS }));
}

function proposal(...[word = '', intent = '', amount = '', said = '', person = '']: readonly string[]): Work {
  if (!AMOUNT_PATTERN.test(amount)) throw new BadUsage(`"${amount}" is not an amount in minor units`);
  const ids = { mode: modeOf(word), intentId: idOf('intent', intent), person: idOf('person', person) };
  const command = { reversalId: newId('reversal'), ...ids, amount, said };
  return async ({ send }) => accepted(await send(proposeReversal, command));
}

function decision(...[id = '', word = '', person = '']: readonly string[]): Work {
  const known = reversalDecisions.find((one) => one === word);
  if (known === undefined) throw new BadUsage(`"${word}" is not a decision: ${reversalDecisions.join(', ')}`);
  const command = { reversalId: idOf('reversal', id), decision: known, person: idOf('person', person) };
  return async ({ send }) => accepted(await send(decideReversal, command));
}

function releaseOfDay(...[rail = '', mode = '', day = '', person = '']: readonly string[]): Work {
  const command = { ...statementDay(rail, mode, day), person: idOf('person', person) };
  return async ({ send }) => accepted(await send(releaseReversals, command));
}

function modeOf(word: string): Mode {
  const mode = modes.find((known) => known === word);
  if (mode === undefined) throw new BadUsage(`"${word}" is not a mode: ${modes.join(', ')}`);
  return mode;
}
