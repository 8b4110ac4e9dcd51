import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { guardNames, guards } from './guards.js';
import { small, wide } from './instances.js';
import { exhaust, follow, walk, worldOf } from './search.js';
import { intentOf, stateOf } from './state.js';

const BOUNDS = { seed: 1, traces: 2_000, steps: 60 };
const ACTIONS = [
  ...['createIntent', 'answerCreation', 'retryIntent', 'cancel', 'expire', 'lapse', 'growOld'],
  ...['sendCode', 'checkWrongCode', 'checkRightCode', 'recordOtpSent', 'beginCharge'],
  ...['publish', 'lose', 'replay', 'crashServices', 'crashWebhooks', 'loseRedis'],
  ...['executeCharge', 'askForOutcome', 'recordOutcome', 'recordRefund'],
  ...[
    'beginSubmission',
    'submit',
    'query',
    'recordAnswer',
    'resubmit',
    'rail',
    'declineLate',
    'decideDeclined',
    'escalate',
  ],
  ...['createRefund', 'createPayout', 'cancelPayout'],
  ...['ingestEvent', 'enqueue', 'postEvent', 'recordDelivery'],
];

/** Guarantees that as many histories were searched as is said, and that every action of the model was a part of them. */
test('no statement is broken in 2,000 random histories of 60 steps', () => {
  const { traces, steps, actions, broken } = walk(worldOf(wide), BOUNDS);
  expect(broken).toBeUndefined();
  expect({ traces, steps }).toEqual({ traces: 2_000, steps: 120_000 });
  expect([...actions.keys()].sort()).toEqual([...ACTIONS].sort());
});

/** Guarantees that each guard is needed, and that a search of the same size finds its absence. */
test.each(guardNames)('without "%s" a history breaks its statement', (guard) => {
  expect(walk(worldOf(wide, guard), BOUNDS).broken?.statements).toContain(guards[guard]);
});

test.each(Object.entries(small))('no state of a small instance breaks a statement: %s', (_, instance) => {
  const { isWhole, broken } = exhaust(worldOf(instance), 100_000);
  expect({ isWhole, broken }).toEqual({ isWhole: true, broken: undefined });
});

/** Guarantees that the statements quote what the document says. */
test('each statement stands below a sentence of ARCHITECTURE', () => {
  const architecture = readFileSync('docs/ARCHITECTURE.md', 'utf8').replaceAll(/\s+/g, ' ');
  const comments = readFileSync('tools/model/statements.ts', 'utf8').match(/^ {2}\/\/ .*$/gm) ?? [];
  const quoted = comments.flatMap((comment) => [...comment.matchAll(/"([^"]+)"/g)].map(([, text = '']) => text));
  expect(quoted.length).toBeGreaterThan(15);
  expect(quoted.flatMap((text) => text.split(' ... ')).filter((part) => !architecture.includes(part))).toEqual([]);
});

/** Histories by the names of their steps. */
const begun = ['createIntent A', 'sendCode A', 'checkRightCode A', 'beginCharge A A1 mobile_money'];

test('a submission whose answer was lost is asked about, and has its outcome once', () => {
  const crashed = ['beginSubmission A/A1', 'submit A/A1 arrives in_doubt', 'crashServices'];
  const asked = ['rail A/A1#0 succeeded', 'query A/A1 succeeded', 'recordAnswer A/A1 succeeded'];
  const told = ['publish charge.succeeded A/A1 1', 'recordOutcome charge.succeeded A/A1 1'];
  const end = follow(worldOf(wide), [
    ...[...begun, 'publish intent.processing A/A1 1', 'executeCharge A/A1'],
    ...[...crashed, ...asked, ...told],
  ]);
  expect(intentOf(end, 'A').status).toBe('COMPLETED');
  expect(() => follow(worldOf(wide), [...begun, 'beginCharge A A1 mobile_money'])).toThrow(/not possible/);
});

test('a charge whose request was lost is begun by the question, and declined when it is too old', () => {
  const lost = [
    'publish intent.processing A/A1 1',
    'lose intent.processing A/A1 1',
    'growOld A/A1',
    'askForOutcome A/A1',
  ];
  const end = follow(worldOf(wide), [...begun, ...lost, 'declineLate A/A1', 'askForOutcome A/A1']);
  expect([intentOf(end, 'A').status, stateOf(end, 'A/A1')]).toEqual(['FAILED', 'declined']);
});
