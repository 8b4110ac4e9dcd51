import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Follower, TopicRecord } from '@paygate/testing';
import { serviceCommands } from '@paygate/testing';
import { allCommands } from './all-commands.js';
import { envelopeOf, withNewDeadline } from '../attacks/forgeries.js';
import { openStack } from '../stack/open-stack.js';
import type { StackState } from '../stack/stack-state.js';
import { difference, quietState } from '../stack/stack-state.js';

const parts = openStack();
const { bus } = parts;
const TEST_MS = 240_000;

/** Commands that are not caused directly by an HTTP request, and the suite that proves that they may be redelivered. */
const elsewhere: Readonly<Record<string, string>> = {
  'log-requests': 'sent every few seconds: an entry has one id, and is stored once (request-log.spec.ts)',
  'report-key-use': 'sent once a minute: a time that is not later changes nothing (api-keys.spec.ts)',
  'post-push': 'sent for a notice to a browser: a second copy replaces the first by its topic (push-sender.spec.ts)',
  'pin-api-version': 'sent at the first call of a merchant: the first pin stays (merchant-settings.spec.ts)',
  'charge-status': 'sent for an outcome that is overdue: reads it, or starts the charge once (charge-status.spec.ts)',
  'redeem-staff-proofs': 'sent before a command of persons: a proof counts once (staff-proofs.spec.ts)',
  'read-auth-table': 'sent by a reader of the table when it starts: changes nothing',
  'read-otp-table': 'sent by a reader of the table when it starts: changes nothing',
};

/**
 * Counters may count a redelivered command twice: at worst a later request is refused too early, or the audit trail says one more. States of operators
 * follow from what was paid in the last minutes, and from no command.
 */
const COUNTERS =
  /^(otp\.(otp_use|otp_source_use)|auth\.(source_use|sign_in_attempt|trusted_network|audit_tally)|charging\.(owner_lookup|payer_read|operator_state)): /;
const CHECKS = /"checks": \d+, /;
const withoutCounters = (state: StackState): StackState => ({
  ...state,
  rows: state.rows.filter((row) => !COUNTERS.test(row)).map((row) => row.replace(CHECKS, '')),
});

/**
 * Effects of commands that carry neither an idempotency key nor a unique id, by scenario: a command that is delivered again
 * before its deadline repeats them, which does no harm (decision 11). Nobody holds the second session, nor the secret of a second
 * factor that no code confirmed, and the audit trail records each. A refused invitation is judged anew, and succeeds once the member
 * that it met has been removed. A delivery that is sent again has the same id and bytes, and the audit trail records each time, as it
 * does a payout schedule that is set again, a wrong code that is given again, a number of a payer that is read again, and a request for
 * live mode that is made and withdrawn again.
 */
const REPEATED_EFFECTS: Readonly<Record<string, RegExp>> = {
  'new passwords of users': /^auth\.(denied_tokens|end_user): /,
  invitations:
    /^(auth\.(audit_head|audit_record|dashboard_session|idempotency_record|mail_token|member|person)|otp\.(inbox|taken_mail)): |^message to /,
  'sessions of members': /^auth\.(audit_head|audit_record|dashboard_session|second_factor): /,
  'events and deliveries':
    /^webhooks\.webhook_(attempt|delivery)|^auth\.(audit_head|audit_record|inbox): |^\d+ deliveries$/,
  'mobile money': /^auth\.(audit_head: |inbox: |audit_record: .*"action": "payer\.read")/,
  'API keys': /^auth\.(audit_head|audit_record): /,
  'requests for live mode': /^auth\.(audit_head|audit_record|dashboard_session): /,
  'asks of phones': /^auth\.(audit_head|audit_record|dashboard_session): /,
  'payouts to many': /^auth\.(audit_head|audit_record|dashboard_session|inbox): /,
  payouts: /^(auth\.(audit_head|audit_record|dashboard_session|inbox)|charging\.payout_schedule): /,
};
/** Acts that the audit trail counts reach it some seconds later, with the log of requests. */
const COUNTED = /^auth\.(audit_head: |audit_record: .*\{\\"count\\":)/;
const unexpected = (scenario: string, entries: readonly string[]): readonly string[] =>
  entries.filter((entry) => REPEATED_EFFECTS[scenario]?.test(entry) !== true && !COUNTED.test(entry));

describe('a command that is delivered again immediately', () => {
  const sent: TopicRecord[] = [];
  const repeated = new Set<string>();
  let followers: readonly Follower[] = [];

  beforeAll(async () => {
    const streams = bus.streams.filter(({ kind }) => kind === 'commands');
    followers = await Promise.all(streams.map((stream) => bus.follow(stream, (record) => sent.push(record))));
  }, TEST_MS);
  afterAll(async () => {
    await Promise.all(followers.map((follower) => follower.end()));
  });

  test.each(Object.entries(allCommands))(
    'has no second effect but those listed: %s',
    async (scenario, cause) => {
      sent.length = 0;
      await cause(parts);
      const before = await quietState(parts);
      await Promise.all(followers.map((follower) => follower.caughtUp()));
      const again = [...sent];
      // on a busy machine the state may be quiet only after the deadline of the first of them
      await bus.send(again.map((record) => withNewDeadline(bus, record)));
      for (const record of again) repeated.add(String(envelopeOf(record)['type']));
      const { gone, added } = difference(withoutCounters(before), withoutCounters(await quietState(parts)));
      expect([unexpected(scenario, gone), unexpected(scenario, added)]).toEqual([[], []]);
    },
    TEST_MS,
  );

  test('is any command that services send, except those that another suite covers', () => {
    const shown = [...repeated, ...Object.keys(elsewhere)];
    expect(serviceCommands.filter((name) => !shown.includes(name))).toEqual([]);
  });
});
