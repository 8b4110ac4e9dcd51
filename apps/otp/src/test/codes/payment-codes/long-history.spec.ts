import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@paygate/testing';
import { accepted, World } from '../../world.js';

/** All in one range of the index of expired challenges, where a search for those finds none of them. */
const PAYMENTS_BEFORE = 1_000;
/** The rows of the table that one payment may read: its own challenge, once for each statement, and a few more. */
const FEW_ROWS = 100;

const OTHER_SESSIONS = `SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`;

describe('a user with a long history', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ LOG_LEVEL: 'warn' });
  });
  afterAll(() => world.stop());

  test('pays without the challenges of earlier payments being looked at', async () => {
    const { userId, phoneNumber } = world.user();
    await world.rows(
      `INSERT INTO otp_challenge (id, purpose, merchant_id, mode, subject, intent_id, amount, currency, trusted, budget_scope,
          channel, code_hash, checks, sends, send_id, sent_at, created_at, resend_at, expires_at, consumed_at, token_id)
        SELECT 'before-' || n, 'payment', $2, 'test', $1, 'pi_before_' || n, 100, 'XAF', true, 'untrusted',
          'sms', decode(repeat('00', 32), 'hex'), 1, 1, gen_random_uuid(), at, at, at, at + interval '5 minutes', at, gen_random_uuid()
        FROM generate_series(1, $3::integer) AS n, LATERAL (SELECT now() - n * interval '10 minutes' AS at) AS moment`,
      [userId, world.merchantId, PAYMENTS_BEFORE],
    );
    const intentionId = world.intent();
    const { otpId } = accepted(await world.init({ userId, intentionId }));
    const otp = await world.code(phoneNumber);
    expect((await world.verify({ userId, otp: world.otherThan(otp), intentionId })).ok).toBe(false);
    expect((await world.verify({ userId, otp: world.otherThan(otp), otpId })).ok).toBe(false);
    accepted(await world.verify({ userId, otp, intentionId }));
    // sessions report what they have read when they end, at the latest
    await world.otp.stop();
    await eventually(async () => (await world.rows(OTHER_SESSIONS)).length === 0);
    const [read] = await world.rows<{ rows: string }>(
      `SELECT seq_tup_read + idx_tup_fetch AS rows FROM pg_stat_user_tables WHERE relname = 'otp_challenge'`,
    );
    expect(Number(read?.rows)).toBeGreaterThan(0);
    expect(Number(read?.rows)).toBeLessThan(FEW_ROWS);
  });
});
