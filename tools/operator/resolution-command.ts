import type { IdKind } from '@paygate/contracts';
import {
  decisions,
  listEscalations,
  mobileOperators,
  MOST_ESCALATIONS,
  payoutResolutions,
  resolutions,
  resolveRailOperation,
} from '@paygate/contracts';
import { BadUsage } from './bad-usage.js';
import type { Operator } from './operator.js';
import { accepted } from './operator.js';
import { idOf, timeOf } from './typed-words.js';

type Work = (operator: Pick<Operator, 'send'>) => Promise<object>;

/** Mobile-money charges that are in doubt, or that the rail leaves open or contradicts. */
export function escalations(): Work {
  return async ({ send }) => accepted(await send(listEscalations, { limit: MOST_ESCALATIONS })).operations;
}

/** Shows, or decides, all charges of a rail and a time span of which the rail has long known nothing. */
export function decisionOfForgotten(
  ...[railWord = '', fromWord = '', toWord = '', word = '', decide]: readonly string[]
): Work {
  const rail = mobileOperators.find((known) => known === railWord);
  if (rail === undefined) throw new BadUsage(`"${railWord}" is not a rail: ${mobileOperators.join(', ')}`);
  const resolution = decisions.find((known) => known === word);
  if (resolution === undefined) throw new BadUsage(`"${word}" is not a decision of charges`);
  const asked = { limit: MOST_ESCALATIONS, rail, from: timeOf(fromWord), to: timeOf(toWord), isForgotten: true };
  return async ({ send }) => {
    const list = () => send(listEscalations, asked).then(accepted);
    let listed = await list();
    if (decide === undefined) return { wouldBe: resolution, total: listed.total, operations: listed.operations };
    const counts = { succeeded: 0, declined: 0, unclear: 0 };
    // what is decided is not listed any more; `total` bounds the work to what there was
    for (let left = listed.total; left > 0 && listed.operations.length > 0; listed = await list()) {
      const requests = listed.operations.map((operation) => {
        const named = idNames.find((name) => operation[name] !== undefined) ?? 'chargeId';
        return { [named]: operation[named] ?? '', resolution };
      });
      // refused: the rail has answered since
      for (const request of requests) {
        const reply = await send(resolveRailOperation, request, requests);
        counts[reply.ok ? reply.data.state : 'unclear'] += 1;
      }
      left -= requests.length;
    }
    return counts;
  };
}

/** The names of ids, the ones of what may be of a charge first. */
const idNames = ['returnId', 'topUpId', 'withdrawalId', 'payoutId', 'refundId', 'chargeId'] as const;

export const chargeResolution = resolving('chargeId', 'charge', 'charge');
export const refundResolution = resolving('refundId', 'refund', 'refund');
export const payoutResolution = resolving('payoutId', 'payout', 'payout');
export const returnResolution = resolving('returnId', 'payerReturn', 'return');
export const topUpResolution = resolving('topUpId', 'topUp', 'top-up');
export const withdrawalResolution = resolving('withdrawalId', 'withdrawal', 'withdrawal');

/** The decision of one operation. What pays somebody, and is no refund, can be corrected. */
function resolving(name: (typeof idNames)[number], kind: IdKind, what: string) {
  const words = what === 'payout' || what === 'withdrawal' ? payoutResolutions : resolutions;
  return (id: string, word: string): Work => {
    const named = { [name]: idOf(kind, id) };
    const resolution = words.find((known) => known === word);
    if (resolution === undefined) throw new BadUsage(`"${word}" is not a resolution of a ${what}`);
    return async ({ send }) => accepted(await send(resolveRailOperation, { ...named, resolution }));
  };
}
