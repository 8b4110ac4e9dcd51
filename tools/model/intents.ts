/** intents and otp: the row of the intent decides whether a charge may begin. Each step is one transaction under the lock of the row. */
import { transitions } from './tables.js';
import type { Intent, Message, State, Step, Steps } from './state.js';
import { emit, intentOf, plus, put } from './state.js';

/** The entry of the table of states for a verb, with the status that it leads to. */
export function stepOf(intent: Intent, verb: string): { readonly kind: string; readonly to: Intent['status'] } {
  const cell = intent.status === 'ABSENT' ? undefined : transitions[intent.status][verb];
  return { kind: cell?.kind ?? 'refuse', to: cell?.to ?? intent.status };
}

const may = (intent: Intent, verb: string): boolean => stepOf(intent, verb).kind === 'move';
const changed = (s: State, id: string, change: Partial<Intent>): State => ({
  ...s,
  intents: put(s.intents, id, { ...intentOf(s, id), ...change }),
});

/** The requests of the merchant and the customer to an intent. */
export const requests: Steps = (s, { instance, lacks }) =>
  Object.entries(s.intents).flatMap(([id, intent]): readonly Step[] => {
    const last =
      [...instance.tries].reverse().find((one) => intentOf(s, one).status !== 'ABSENT') ?? instance.orders[0];
    const isTry = instance.tries.includes(id);
    const follows =
      intentOf(s, instance.orders[0] ?? id).status === 'FAILED' &&
      (lacks('a try follows the last one') || (last !== undefined && intentOf(s, last).status === 'FAILED'));
    const create = {
      name: `${isTry ? 'retryIntent' : 'createIntent'} ${id}`,
      next: () => changed(s, id, { status: 'PENDING' }),
    };
    const answer = { name: `answerCreation ${id}`, next: () => ({ ...s, acknowledged: plus(s.acknowledged, id) }) };
    const isThere = lacks('the answer to a creation follows its commit') || intent.status !== 'ABSENT';
    return [
      ...(intent.status === 'ABSENT' && (!isTry || follows) ? [create] : []),
      ...(isThere && !s.acknowledged.includes(id) ? [answer] : []),
    ];
  });

/** A terminal status and its one event. */
export function ended(s: State, id: string, status: 'COMPLETED' | 'FAILED' | 'EXPIRED' | 'CANCELED'): State {
  return emit(changed(s, id, { status }), { kind: `intent.${status.toLowerCase()}`, ref: id, of: id });
}

/** The merchant or the customer gives up. */
export const cancellations: Steps = (s) =>
  Object.entries(s.intents).flatMap(([id, intent]) =>
    may(intent, 'cancel') ? [{ name: `cancel ${id}`, next: (): State => ended(s, id, 'CANCELED') }] : [],
  );

/** otp: compare, count, consume and sign are one transaction. */
export const codes: Steps = (s, { instance, lacks }) =>
  Object.entries(s.challenges).flatMap(([id, challenge]): readonly Step[] => {
    const { checks, tokens } = challenge;
    if (checks === 0 && !challenge.isOpen && may(intentOf(s, id), 'otp-sent')) {
      const sent: State = { ...s, challenges: put(s.challenges, id, { ...challenge, isOpen: true }) };
      return [{ name: `sendCode ${id}`, next: () => emit(sent, { kind: 'otp.sent', ref: id, of: id }) }];
    }
    if (!challenge.isOpen || checks >= instance.checks + Number(lacks('a challenge takes five checks'))) return [];
    const isOpen = lacks('the right code consumes its challenge');
    const wrong = put(s.challenges, id, { ...challenge, checks: checks + 1 });
    const right = put(s.challenges, id, { isOpen, checks: checks + 1, tokens: tokens + 1 });
    return [
      { name: `checkWrongCode ${id}`, next: () => ({ ...s, challenges: wrong }) },
      {
        name: `checkRightCode ${id}`,
        next: () => ({ ...s, challenges: right, tokens: plus(s.tokens, `${id}${tokens + 1}`) }),
      },
    ];
  });

/** begin-charge: the token is good and unused, the intent has not expired, its status allows it. */
export const beginnings: Steps = (s, { instance, lacks }) =>
  Object.entries(s.intents).flatMap(([id, intent]) =>
    s.tokens.flatMap((token) => {
      const isUnused = !Object.entries(s.intents).some(([other, { charges }]) => charges.includes(`${other}/${token}`));
      const isAllowed =
        (lacks('a token has charged no other intent') || isUnused) &&
        !intent.charges.includes(`${id}/${token}`) &&
        (lacks('an expired intent begins no charge') || !intent.isLapsed) &&
        (lacks('the status lets a charge begin') || may(intent, 'begin-charge')) &&
        intent.status !== 'ABSENT';
      return isAllowed
        ? instance.methods.map((method) => ({
            name: `beginCharge ${id} ${token} ${method}`,
            next: (): State => {
              const charges = [...intent.charges, `${id}/${token}`];
              const event = { kind: 'intent.processing', ref: `${id}/${token}`, of: id, about: method };
              return emit(changed(s, id, { status: 'PROCESSING', charges, method }), event);
            },
          }))
        : [];
    }),
  );

/** An outcome of charging, by its event or as the answer to a question. Without an inbox: the status says whether it was recorded. */
export function recordOutcome(s: State, id: string, isPaid: boolean): State {
  const { kind } = stepOf(intentOf(s, id), isPaid ? 'succeed' : 'decline');
  if (kind === 'contradiction') return { ...s, contradiction: `${isPaid ? 'succeed' : 'decline'} ${id}` };
  return ended(s, id, isPaid ? 'COMPLETED' : 'FAILED');
}

/** The events of otp and charging, and the end of an intent's time. */
export const consumed: Steps = (s, { lacks }) => [
  ...s.topic.flatMap((message): readonly Step[] => {
    const { kind, of } = message;
    const intent = s.intents[of];
    if (intent === undefined) return [];
    const name = (action: string): string => `${action} ${message.id}`;
    if (kind === 'otp.sent' && intent.status === 'PENDING')
      return [{ name: name('recordOtpSent'), next: () => changed(s, of, { status: stepOf(intent, 'otp-sent').to }) }];
    if (kind === 'charge.succeeded' || kind === 'charge.failed') {
      const isNew = stepOf(intent, kind === 'charge.succeeded' ? 'succeed' : 'decline').kind !== 'late';
      if (!isNew && !lacks('the status shows that the outcome was recorded')) return [];
      return [{ name: name('recordOutcome'), next: () => recordOutcome(s, of, kind === 'charge.succeeded') }];
    }
    // only a lost outcome comes after a refund: it is asked for first
    const isKnown = s.inbox.includes(message.id);
    if (!kind.startsWith('refund.') || !may(intent, 'refund') || (isKnown && !lacks('the inbox knows the message')))
      return [];
    return [{ name: name('recordRefund'), next: () => recordRefund(s, message) }];
  }),
  ...Object.entries(s.intents).flatMap(([id, intent]) =>
    intent.isLapsed && may(intent, 'expire')
      ? [{ name: `expire ${id}`, next: (): State => ended(s, id, 'EXPIRED') }]
      : [],
  ),
];

/** Either end of a refund: a failed one leaves the sum, and the event says so. */
function recordRefund(s: State, { id, ref, of, about }: Message): State {
  const refunded = Math.max(intentOf(s, of).refunded, Number(about));
  return emit({ ...changed(s, of, { refunded }), inbox: plus(s.inbox, id) }, { kind: 'intent.refunded', ref, of });
}
