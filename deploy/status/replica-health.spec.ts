import { describe, expect, it } from '@jest/globals';
import { healthOf, notOfferedBy } from './replica-health.ts';

const WELL = `# TYPE paygate_consumer_lag_messages gauge
paygate_consumer_lag_messages{topic="pay.otp.v1"} 3
paygate_consumer_lag_messages{topic="pay.intents.v1"} 4
paygate_outbox_oldest_seconds 0.5
paygate_messages_forged_total 0
paygate_ledger_imbalance_minor_units{mode="test",currency="XAF"} 0
`;
const READY = '{"status":"ready"}\n';

describe('the health of a replica', () => {
  it('is well when it is ready and nothing is out of bounds', () => {
    expect(healthOf({ name: 'otp-1', readiness: READY, metrics: WELL })).toEqual({
      ...{ name: 'otp-1', state: 'ready', lag: 7, outboxSeconds: 0.5, refused: 0 },
      concerns: [],
      notOffered: [],
    });
  });

  it.each([
    [[1, 1], [], []],
    [[1, 0], ['orange_money'], []],
    [[0, 0], ['mtn_momo', 'orange_money'], ['live mode offers none of mtn_momo, orange_money']],
  ])(
    'names what live mode does not offer, and is a concern when that is everything: %j',
    (offers, notOffered, concerns) => {
      const lines = ['mtn_momo', 'orange_money'].map(
        (part, at) => `paygate_live_mode_configured{part="${part}"} ${offers[at]}\n`,
      );
      const metrics = `${WELL}${lines.join('')}`;
      expect(healthOf({ name: 'charging-1', readiness: READY, metrics })).toMatchObject({ notOffered, concerns });
    },
  );

  it('is the same of all replicas of a service, so each rail and sender is named once', () => {
    expect(
      notOfferedBy([{ notOffered: ['sms', 'email'] }, { notOffered: ['sms', 'email'] }, { notOffered: [] }]),
    ).toEqual(['sms', 'email']);
  });

  it.each([
    ['not ready', '{"status":"not ready","draining":false,"notReady":{"database":"not ready"}}', WELL, 'database'],
    ['without an answer', '', '', 'no answer'],
    ['behind', READY, WELL.replace('} 3', '} 3000'), '3004 messages wait'],
    ['unable to publish', READY, WELL.replace('seconds 0.5', 'seconds 60'), 'not published for 60 s'],
    ['sent forgeries', READY, WELL.replace('forged_total 0', 'forged_total 1'), '1 messages refused'],
    ['with a ledger that does not balance', READY, WELL.replace('"XAF"} 0', '"XAF"} -5'), 'does not balance: -5'],
  ])('is a concern when it is %s', (_, readiness, metrics, concern) => {
    expect(healthOf({ name: 'otp-1', readiness, metrics }).concerns.join()).toContain(concern);
  });
});
