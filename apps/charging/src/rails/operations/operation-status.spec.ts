import { describe, expect, it } from '@jest/globals';
import type { Moves, StateTable, Verb } from './operation-status.js';
import { endStates, faultsOf, moves, operationStates, verbs } from './operation-status.js';

/** The table, written out once more: verb by verb, in the order of the states; `-` where the verb is late. */
const expected: Readonly<Record<Verb, string>> = {
  // requested submitting pending in_doubt escalated succeeded declined
  'ask-first': 'in_doubt - - - - - -',
  'keep-token': 'requested - - - - - -',
  submit: 'submitting submitting - submitting - - -',
  'take-back': '- requested - - - - -',
  postpone: 'requested in_doubt pending in_doubt escalated - -',
  accept: '- pending pending pending escalated - -',
  escalate: '- escalated escalated escalated - - -',
  suspend: '- escalated escalated escalated escalated - declined',
  contradict: '- - - - escalated succeeded declined',
  succeed: '- succeeded succeeded succeeded succeeded - -',
  decline: '- declined declined declined declined - -',
  'decide-succeeded': '- - - succeeded succeeded - -',
  'decide-declined': '- - - declined declined - -',
  'decline-unsent': 'declined - - - - - -',
  close: '- - - - - succeeded declined',
  'look-again': '- - - - - succeeded declined',
  acknowledge: '- - - - - succeeded declined',
};

const with_ = (verb: Verb, row: Moves): StateTable => ({ ...moves, [verb]: row });

describe('the states of a rail operation', () => {
  it.each(verbs)('%s leads from each state where it should', (verb) => {
    expect(operationStates.map((state) => moves[verb][state] ?? '-').join(' ')).toBe(expected[verb]);
  });

  it('have no faults', () => {
    expect(faultsOf(moves)).toEqual([]);
  });
});

describe('the check at the start', () => {
  it('finds a verb that is never possible', () => {
    expect(faultsOf(with_('acknowledge', {}))).toEqual(['acknowledge is never possible']);
  });

  it('finds a state that cannot be reached', () => {
    expect(faultsOf(with_('accept', { pending: 'pending', escalated: 'escalated' }))).toEqual([
      'pending cannot be reached',
    ]);
  });

  it('finds a state that leads to no end', () => {
    const stuck = Object.fromEntries(verbs.map((verb) => [verb, { requested: 'requested' }])) as unknown as StateTable;
    expect(faultsOf(stuck)).toContain('requested leads to no end');
  });

  it.each(endStates)('finds that %s does not stay decided', (state) => {
    expect(faultsOf(with_('close', { [state]: 'pending' }))).toEqual([
      `${state} is decided, but something leads to pending`,
    ]);
  });
});
