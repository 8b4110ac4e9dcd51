/**
 * The workers of charging and the rail, which is another company. A rail knows an operation by its reference and moves money once for each;
 * a request may get lost, an answer too, and until it has decided a rail may say that it knows nothing.
 */
import { isDecided, may, move, settle } from './ledger.js';
import { atRail, operationOf, plus, put, stateOf, without } from './state.js';
import type { Ref, State, Step, Steps, Turn, World } from './state.js';

const OPEN = ['submitting', 'pending', 'in_doubt', 'escalated'];

const turnOf = (s: State, ref: Ref): Turn => {
  const { state, attempt } = operationOf(s, ref);
  return { ref, state, attempt, isPoll: false, answer: '' };
};
/** Write first, network second. */
function submitting(s: State, turn: Turn): State {
  const moved = move(s, turn.ref, 'submit');
  const operation = operationOf(moved, turn.ref);
  const attempt = operation.attempt + 1;
  return {
    ...moved,
    operations: put(moved.operations, turn.ref, { ...operation, attempt }),
    turns: plus(moved.turns, { ...turn, attempt, isPoll: false, answer: '' }),
  };
}

/** The turn that a worker begins with an operation that is due, and the decisions of people. */
export const operations: Steps = (s, { instance, lacks }) =>
  Object.entries(s.operations).flatMap(([ref, { state, attempt }]): readonly Step[] => {
    const isLate = s.late.includes(ref);
    const turns = s.turns.filter((turn) => turn.ref === ref).length;
    const isFree = turns < instance.workers;
    const step = (isPossible: boolean, name: string, next: () => State): readonly Step[] =>
      isPossible ? [{ name: `${name} ${ref}`, next }] : [];
    const maySubmit = state === 'requested' && !isLate && isFree && attempt < instance.attempts;
    const isUnsent = may(s, ref, 'decline-unsent');
    const mayTimeOut =
      isUnsent || (may(s, ref, 'decline') && lacks('what may have been sent is asked about, not timed out'));
    // the rail's own people have said, and closed there, that they have nothing of it
    const isUnknown = s.rail[atRail(ref, 0)] === undefined && turns === 0;
    return [
      ...step(maySubmit, 'beginSubmission', () => submitting(s, turnOf(s, ref))),
      ...step(isLate && mayTimeOut, 'declineLate', () => settle(s, ref, isUnsent ? 'decline-unsent' : 'decline')),
      ...step(isLate && may(s, ref, 'escalate'), 'escalate', () => move(s, ref, 'escalate')),
      ...step(isLate && isUnknown && may(s, ref, 'decide-declined'), 'decideDeclined', () => ({
        ...settle(s, ref, 'decide-declined'),
        rail: put(s.rail, atRail(ref, 0), 'declined'),
      })),
      ...(OPEN.includes(state) && isFree ? queries(s, ref) : []),
    ];
  });

/** The status of an operation, as the rail answers now. */
function queries(s: State, ref: Ref): readonly Step[] {
  const status = s.rail[atRail(ref, 0)] ?? 'not_found';
  const answers = status === 'pending' ? ['pending', 'not_found'] : [status];
  return [...answers, 'in_doubt'].map((answer) => ({
    name: `query ${ref} ${answer}`,
    next: () => ({ ...s, turns: plus(s.turns, { ...turnOf(s, ref), isPoll: true, answer }) }),
  }));
}

/** The next step of a turn that is under way: the call, a repeated submission, or the record of the answer. */
export const turns: Steps = (s, world) =>
  s.turns.flatMap((turn) => {
    const { ref, answer, isPoll, state, attempt } = turn;
    const rest = { ...s, turns: without(s.turns, turn) };
    if (answer === '') return submissions(rest, turn, world);
    const isLost = isPoll && answer === 'not_found' && (state === 'submitting' || state === 'in_doubt');
    const isSame = stateOf(s, ref) === state && operationOf(s, ref).attempt === attempt;
    const mayRepeat = isLost && isSame && !s.late.includes(ref) && attempt < world.instance.attempts;
    return [
      { name: `recordAnswer ${ref} ${answer}`, next: () => recorded(rest, turn, world) },
      ...(mayRepeat ? [{ name: `resubmit ${ref}`, next: () => submitting(rest, turn) }] : []),
    ];
  });

function submissions(s: State, turn: Turn, { lacks }: World): readonly Step[] {
  const key = atRail(turn.ref, lacks('every attempt has the same reference') ? turn.attempt - 1 : 0);
  const isKnown = s.rail[key] !== undefined;
  const step = (answer: string, status?: string): Step => ({
    name: `submit ${turn.ref} ${status === undefined || isKnown ? '' : 'arrives '}${answer}`,
    next: () => ({
      ...s,
      turns: plus(s.turns, { ...turn, answer }),
      rail: isKnown || status === undefined ? s.rail : put(s.rail, key, status),
    }),
  });
  // a repetition is refused while the first goes on
  return [
    step('in_doubt'),
    step('unprocessed'),
    step('pending', 'pending'),
    step('in_doubt', 'pending'),
    step('declined', 'declined'),
  ];
}

/** The end of a worker's turn, with the answer of the rail. A step that another one has overtaken changes nothing. */
function recorded(s: State, turn: Turn, { lacks }: World): State {
  const { ref, answer, isPoll } = turn;
  const isFirst = !isPoll && turn.state === 'requested' && operationOf(s, ref).attempt === turn.attempt;
  const isReliable = isPoll || isFirst || lacks('the refusal of a repetition says nothing');
  const verb = verbOf(answer, { isFirst, isReliable, isGuessed: lacks('a time-out is no decline') });
  if (verb === 'succeed' || verb === 'decline') {
    // without the guard, the row may have been decided since it was read
    const row = lacks('what is decided stays decided')
      ? { ...s, operations: put(s.operations, ref, { ...operationOf(s, ref), state: turn.state }) }
      : s;
    return isDecided(row, ref) ? s : settle(row, ref, verb);
  }
  return may(s, ref, verb) ? move(s, ref, verb) : s;
}

function verbOf(
  answer: string,
  { isFirst, isReliable, isGuessed }: Readonly<Record<'isFirst' | 'isReliable' | 'isGuessed', boolean>>,
): string {
  if (answer === 'succeeded') return 'succeed';
  if (answer === 'pending') return 'accept';
  if (answer === 'unprocessed' && isFirst) return 'take-back';
  if ((answer === 'declined' && isReliable) || (answer === 'in_doubt' && isGuessed)) return 'decline';
  return 'postpone';
}

/** The payer approves or refuses; the operator pays or does not. */
export const decisions: Steps = (s) =>
  Object.entries(s.rail)
    .filter(([, status]) => status === 'pending')
    .flatMap(([key]) =>
      ['succeeded', 'declined'].map((status) => ({
        name: `rail ${key} ${status}`,
        next: () => ({ ...s, rail: put(s.rail, key, status) }),
      })),
    );
