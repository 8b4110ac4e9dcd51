/** The bus, webhooks, and the faults of both and of time. */
import { terminalStatuses } from './tables.js';
import { plus, without } from './state.js';
import type { State, Step, Steps } from './state.js';

/** The kinds of events that say how an intent ended. */
export const outcomes: readonly string[] = terminalStatuses.map((status) => `intent.${status.toLowerCase()}`);

/** By the process that committed, or the sweeper. A row that a crash leaves is published again, which is no more than a second delivery. */
export const publications: Steps = (s) =>
  s.outbox.map((message) => ({
    name: `publish ${message.id}`,
    next: () => ({ ...s, outbox: without(s.outbox, message), topic: plus(s.topic, message) }),
  }));

/** webhooks: one statement stores an event and its delivery, under the message's id; Redis says which delivery is looked at. */
export const deliveries: Steps = (s, { lacks }) => {
  const isRow = !lacks('a delivery is a row');
  const ingestions = s.topic
    .filter((message) => outcomes.includes(message.kind) && !s.events.includes(message))
    .map((message) => ({
      name: `ingestEvent ${message.id}`,
      next: (): State => ({
        ...{ ...s, events: plus(s.events, message), jobs: isRow ? s.jobs : plus(s.jobs, message.id) },
        due: isRow ? plus(s.due, message.id) : s.due,
      }),
    }));
  const isLooked = (id: string): boolean => s.jobs.includes(id) && !s.posted.includes(id);
  const recorded = (id: string): State => ({
    ...s,
    due: without(s.due, id),
    jobs: without(s.jobs, id),
    posted: without(s.posted, id),
  });
  const mayRecordFirst = lacks('a delivery is recorded after its POST');
  return [
    ...ingestions,
    // after the commit, and by the search for what is due, which covers what Redis loses
    ...s.due
      .filter((id) => !s.jobs.includes(id))
      .map((id) => ({ name: `enqueue ${id}`, next: () => ({ ...s, jobs: plus(s.jobs, id) }) })),
    ...s.events
      .filter(({ id }) => isLooked(id))
      .map(({ id }) => ({
        name: `postEvent ${id}`,
        next: () => ({ ...s, posted: plus(s.posted, id), received: plus(s.received, id) }),
      })),
    ...s.due
      .filter((id) => s.posted.includes(id) || (mayRecordFirst && s.jobs.includes(id)))
      .map((id) => ({ name: `recordDelivery ${id}`, next: () => recorded(id) })),
  ];
};

/** Steps of the infrastructure: it loses, forgets and dies between any two steps. */
export const faults: Steps = (s, { instance, lacks }) => {
  const isMemory = lacks('the event commits with its change');
  const when = (isPossible: boolean, name: string, next: () => State): readonly Step[] =>
    isPossible ? [{ name, next }] : [];
  const losses = s.topic.map((message) => ({
    name: `lose ${message.id}`,
    next: () => ({ ...s, topic: without(s.topic, message), lost: plus(s.lost, message) }),
  }));
  const replays = s.lost.map((message) => ({
    name: `replay ${message.id}`,
    next: () => ({ ...s, lost: without(s.lost, message), topic: plus(s.topic, message) }),
  }));
  return [
    ...(instance.losesMessages ? [...losses, ...replays] : []),
    // a process with nothing in memory loses nothing: its crash would be no step
    ...when(s.turns.length > 0 || (isMemory && s.outbox.length > 0), 'crashServices', () => ({
      ...{ ...s, turns: [], outbox: isMemory ? [] : s.outbox },
    })),
    ...when(s.posted.length > 0, 'crashWebhooks', () => ({ ...s, posted: [] })),
    ...when(s.jobs.length > 0, 'loseRedis', () => ({ ...s, jobs: [] })),
  ];
};

/** An intent passes its end; a charge, a refund or a payout is older than the time in which it may begin. */
export const time: Steps = (s) => {
  const isYoung = (ref: string): boolean => !s.late.includes(ref);
  const lapses = Object.entries(s.intents)
    .filter(([, intent]) => intent.status !== 'ABSENT' && !intent.isLapsed)
    .map(([id, intent]) => ({
      name: `lapse ${id}`,
      next: () => ({ ...s, intents: { ...s.intents, [id]: { ...intent, isLapsed: true } } }),
    }));
  const begun = [...Object.values(s.intents).flatMap(({ charges }) => charges), ...Object.keys(s.operations)];
  const ages = [...new Set(begun)]
    .filter(isYoung)
    .map((ref): Step => ({ name: `growOld ${ref}`, next: () => ({ ...s, late: plus(s.late, ref) }) }));
  return [...lapses, ...ages];
};
