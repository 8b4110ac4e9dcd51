import type { Resolution } from '@paygate/contracts';
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
      const requests = listed.operations.map(({ chargeId = '', refundId, payoutId, returnId }) => {
        if (returnId !== undefined) return { returnId, resolution };
        const ofCharge = refundId === undefined ? { chargeId } : { refundId };
        return { ...(payoutId === undefined ? ofCharge : { payoutId }), resolution };
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

export function chargeResolution(id: string, word: string): Work {
  const named = { chargeId: idOf('charge', id) };
  const resolution = resolutionOf(word, 'charge');
  return async ({ send }) => accepted(await send(resolveRailOperation, { ...named, resolution }));
}

export function refundResolution(id: string, word: string): Work {
  const named = { refundId: idOf('refund', id) };
  const resolution = resolutionOf(word, 'refund');
  return async ({ send }) => accepted(await send(resolveRailOperation, { ...named, resolution }));
}

export function payoutResolution(id: string, word: string): Work {
  const named = { payoutId: idOf('payout', id) };
  const resolution = resolutionOf(word, 'payout');
  return async ({ send }) => accepted(await send(resolveRailOperation, { ...named, resolution }));
}

export function returnResolution(id: string, word: string): Work {
  const named = { returnId: idOf('payerReturn', id) };
  const resolution = resolutionOf(word, 'return');
  return async ({ send }) => accepted(await send(resolveRailOperation, { ...named, resolution }));
}

function resolutionOf(word: string, kind: 'charge' | 'refund' | 'payout' | 'return'): Resolution {
  const resolution = (kind === 'payout' ? payoutResolutions : resolutions).find((known) => known === word);
  if (resolution === undefined) throw new BadUsage(`"${word}" is not a resolution of a ${kind}`);
  return resolution;
}
