import type { DecideUnclaimedMoneyCommand, Mode, UnclaimedMoney } from '@paygate/contracts';
import {
  decideUnclaimedMoney,
  listUnclaimedMoney,
  modes,
  PAGE_MAX_UNCLAIMED,
  unclaimedDecisions,
} from '@paygate/contracts';
import { BadUsage } from '../bad-usage.js';
import type { Operator } from '../operator.js';
import { accepted } from '../operator.js';
import { idOf } from '../typed-words.js';

type Work = (operator: Pick<Operator, 'send'>) => Promise<object>;

/** The decision that names a payment, and has a command of its own. */
const MATCH = 'match';
const plainDecisions = unclaimedDecisions.filter((decision) => decision !== MATCH);

/** The commands on money that no payment is of. */
export const unclaimedCommands = [
  ['unclaimed-money', { takes: ['mode'], workOf: openMoney }],
  ['decide-unclaimed', { takes: ['mode', 'unclaimed id', plainDecisions.join('|')], workOf: plainDecision }],
  ['match-unclaimed', { takes: ['mode', 'unclaimed id', 'payment intent id'], workOf: match }],
] as const;

/** What waits for a person or for its return, with the payment that each may be of. */
function openMoney(word: string): Work {
  const mode = modeOf(word);
  return async ({ send }) => accepted(await send(listUnclaimedMoney, { mode, limit: PAGE_MAX_UNCLAIMED }));
}

function plainDecision(...[mode = '', id = '', word = '']: readonly string[]): Work {
  const decision = plainDecisions.find((one) => one === word);
  if (decision === undefined) throw new BadUsage(`"${word}" is not a decision: ${plainDecisions.join(', ')}`);
  return decided({ mode: modeOf(mode), unclaimedId: idOf('unclaimed', id), decision });
}

function match(...[mode = '', id = '', intent = '']: readonly string[]): Work {
  const ids = { unclaimedId: idOf('unclaimed', id), intentId: idOf('intent', intent) };
  return decided({ mode: modeOf(mode), ...ids, decision: MATCH });
}

/** The fields of a decision that are its own; the rest is of the row. */
type Decision = Pick<DecideUnclaimedMoneyCommand, 'mode' | 'unclaimedId' | 'decision' | 'intentId'>;

/** The command names the money as its row has it now, so that persons prove what they read. */
function decided(decision: Decision): Work {
  return async (operator) => {
    const { rail, currency, amount, operatorNumber, phoneMasked } = await rowOf(operator, decision);
    const phone = phoneMasked === undefined ? {} : { phoneMasked };
    const command = { ...decision, rail, currency, amount, operatorNumber, ...phone };
    return accepted(await operator.send(decideUnclaimedMoney, command));
  };
}

async function rowOf({ send }: Pick<Operator, 'send'>, { mode, unclaimedId }: Decision): Promise<UnclaimedMoney> {
  const { unclaimed } = accepted(await send(listUnclaimedMoney, { mode, unclaimedId, limit: 1 }));
  const row = unclaimed.find((one) => one.unclaimedId === unclaimedId);
  if (row === undefined) throw new Error('no unclaimed money of this mode has this id');
  return row;
}

function modeOf(word: string): Mode {
  const mode = modes.find((known) => known === word);
  if (mode === undefined) throw new BadUsage(`"${word}" is not a mode: ${modes.join(', ')}`);
  return mode;
}
