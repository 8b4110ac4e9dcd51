import { describe, expect, it } from '@jest/globals';
import type { IntentStatus } from '@paygate/contracts';
import { intentStatuses } from '@paygate/contracts';
import type { Step, TransitionTable, Verb } from './intent-status.js';
import { faultsOf, terminalStatuses, transitions, verbs } from './intent-status.js';

/** The table, written out once more: status by status, in the order of `verbs`. */
const expected: Readonly<Record<IntentStatus, readonly string[]>> = {
  // otp-sent, begin-charge, prompt-payer, delay, succeed, decline, expire, cancel, refund, reverse
  PENDING: [
    ...['REQUIRES_ACTION', 'PROCESSING', 'contradiction', 'contradiction'],
    ...['contradiction', 'contradiction', 'EXPIRED', 'CANCELED', 'contradiction', 'contradiction'],
  ],
  REQUIRES_ACTION: [
    ...['REQUIRES_ACTION', 'PROCESSING', 'contradiction', 'contradiction'],
    ...['contradiction', 'contradiction', 'EXPIRED', 'CANCELED', 'contradiction', 'contradiction'],
  ],
  PROCESSING: [
    ...['late', 'intent_already_charged', 'PROCESSING', 'PROCESSING'],
    ...['COMPLETED', 'FAILED', 'late', 'intent_unexpected_state', 'contradiction', 'contradiction'],
  ],
  COMPLETED: [
    ...['late', 'intent_already_charged', 'late', 'late'],
    ...['late', 'contradiction', 'late', 'intent_unexpected_state', 'COMPLETED', 'COMPLETED'],
  ],
  FAILED: [
    ...['late', 'intent_already_charged', 'late', 'late'],
    ...['contradiction', 'late', 'late', 'intent_unexpected_state', 'contradiction', 'contradiction'],
  ],
  EXPIRED: [
    ...['late', 'intent_expired', 'contradiction', 'contradiction'],
    ...['contradiction', 'contradiction', 'late', 'intent_expired', 'contradiction', 'contradiction'],
  ],
  CANCELED: [
    ...['late', 'intent_unexpected_state', 'contradiction', 'contradiction'],
    ...['contradiction', 'contradiction', 'late', 'late', 'contradiction', 'contradiction'],
  ],
};

const printed = (step: Step): string => {
  switch (step.kind) {
    case 'move':
      return step.to;
    case 'refuse':
      return step.code;
    case 'late':
    case 'contradiction':
      return step.kind;
  }
};

/** The table with another step in one cell, or none. */
const with_ = (status: IntentStatus, verb: Verb, step: Step | undefined): TransitionTable => ({
  ...transitions,
  [status]: { ...transitions[status], [verb]: step },
});

describe('the transition table', () => {
  it.each(intentStatuses.flatMap((status) => verbs.map((verb, index) => ({ status, verb, index }))))(
    '$status × $verb does what it should',
    ({ status, verb, index }) => {
      expect(printed(transitions[status][verb])).toBe(expected[status][index]);
    },
  );

  it('[3.6] has no faults', () => {
    expect(faultsOf(transitions)).toEqual([]);
  });
});

describe('the check at boot', () => {
  it('finds a missing cell', () => {
    expect(faultsOf(with_('PENDING', 'cancel', undefined))).toEqual(['PENDING × cancel is missing']);
  });

  it('finds a missing status', () => {
    expect(faultsOf({ ...transitions, FAILED: undefined } as unknown as TransitionTable)).toEqual(
      verbs.map((verb) => `FAILED × ${verb} is missing`),
    );
  });

  it('finds a status that cannot be reached', () => {
    const table = with_('PROCESSING', 'decline', { kind: 'late' });
    expect(faultsOf(table)).toEqual(['FAILED cannot be reached']);
  });

  it('finds a status that leads to no end', () => {
    const stuck = Object.fromEntries(verbs.map((verb) => [verb, { kind: 'late' }])) as TransitionTable['PROCESSING'];
    expect(faultsOf({ ...transitions, PROCESSING: stuck })).toContain('PROCESSING leads to no end');
  });

  it.each(terminalStatuses.flatMap((status) => verbs.map((verb) => ({ status, verb }))))(
    'a terminal status never changes: $status × $verb',
    ({ status, verb }) => {
      const table = with_(status, verb, { kind: 'move', to: 'PENDING' });
      expect(faultsOf(table)).toEqual([`${status} is terminal, but ${verb} leads to PENDING`]);
    },
  );
});
