import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { TopicRecord } from '@paygate/testing';
import { serviceCommands } from '@paygate/testing';
import { allCommands } from './all-commands.js';
import { envelopeOf } from '../attacks/forgeries.js';
import { openStack } from '../stack/open-stack.js';
import type { StackState } from '../stack/stack-state.js';
import { difference, quietState } from '../stack/stack-state.js';

const parts = openStack();
const { bus } = parts;
const TEST_MS = 240_000;
/** On a machine that is so busy that commands were too old before they came again. */
const ROUNDS = 3;

/** Which no caller over HTTP can cause at once, and what holds instead of this suite that they may come again. */
const elsewhere: Readonly<Record<string, string>> = {
  'report-key-use': 'gateways tell it once a minute: a time that is not later changes nothing (api-keys.spec.ts)',
  'pin-api-version': 'the first call of a merchant: who is pinned stays (merchant-settings.spec.ts)',
  'read-auth-table': 'a question, which changes nothing',
  'read-otp-table': 'a question, which changes nothing',
};

/** Counters may count a command that is delivered again once more: that refuses a request too early at worst. */
const COUNTERS = /^otp\.otp_use: |^otp\.otp_source_use: |^auth\.source_use: /;
const CHECKS = /"checks": \d+, /;
const withoutCounters = (state: StackState): StackState => ({
  ...state,
  rows: state.rows.filter((row) => !COUNTERS.test(row)).map((row) => row.replace(CHECKS, '')),
});

describe('a command that is delivered again at once', () => {
  const sent: TopicRecord[] = [];
  const repeated = new Set<string>();
  let unfollow: readonly (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const streams = bus.streams.filter(({ kind }) => kind === 'commands');
    unfollow = await Promise.all(streams.map((stream) => bus.follow(stream, (record) => sent.push(record))));
  }, TEST_MS);
  afterAll(async () => {
    await Promise.all(unfollow.map((end) => end()));
  });

  test.each(Object.entries(allCommands))(
    'changes nothing: %s',
    async (_, cause) => {
      let young = false;
      for (let round = 0; round < ROUNDS && !young; round += 1) {
        sent.length = 0;
        await cause(parts);
        const before = await quietState(parts);
        const again = [...sent];
        await bus.send(again);
        young = remember(again);
        expect(difference(withoutCounters(before), withoutCounters(await quietState(parts)))).toEqual({
          gone: [],
          added: [],
        });
      }
    },
    TEST_MS,
  );

  /** Takes down what can be executed still; whether that is all. */
  function remember(again: readonly TopicRecord[]): boolean {
    const young = again.map(envelopeOf).filter(({ deadlineAt }) => Number(deadlineAt) > Date.now());
    for (const { type } of young) repeated.add(String(type));
    return young.length === again.length;
  }

  test('is one of all that services send, but for those of which another suite shows it', () => {
    const shown = [...repeated, ...Object.keys(elsewhere)];
    expect(serviceCommands.filter((name) => !shown.includes(name))).toEqual([]);
  });
});
