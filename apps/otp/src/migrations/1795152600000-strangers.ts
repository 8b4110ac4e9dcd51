import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A challenge says whether its callers have shown that they are no strangers, and each use of a budget which address it came
 * from. Payments that any user may confirm have no lane of their own any more: their holders may be strangers to the user.
 */
export class Strangers1795152600000 implements MigrationInterface {
  readonly name = 'Strangers1795152600000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [USES, BUDGETS, CHALLENGES]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM otp_challenge WHERE intent_id IS NULL AND callers_lane <> 'open';
      ALTER TABLE otp_challenge DROP CONSTRAINT otp_challenge_stranger, DROP CONSTRAINT otp_challenge_foreign,
        DROP CONSTRAINT otp_challenge_lane_check, DROP COLUMN assured;
      UPDATE otp_challenge SET callers_lane = 'intent', lane = replace(lane, 'open', 'intent')
        WHERE intent_id IS NOT NULL AND callers_lane = 'open';
      ALTER TABLE otp_challenge ADD CHECK ((intent_id IS NULL) = (callers_lane = 'open')),
        ADD CONSTRAINT otp_challenge_lane_check CHECK (${LANE_BEFORE} AND lane IN ('signed-in', callers_lane));
      ALTER TABLE otp_budget DROP CONSTRAINT otp_budget_lane_check,
        ADD CONSTRAINT otp_budget_lane_check CHECK (${LANE_BEFORE}),
        ADD COLUMN sent_at timestamptz[] NOT NULL DEFAULT '{}',
        ADD COLUMN wrong_at timestamptz[] NOT NULL DEFAULT '{}';
      UPDATE otp_budget SET sent_at = otp_moments(sent), wrong_at = otp_moments(wrong);
      ALTER TABLE otp_budget DROP COLUMN sent, DROP COLUMN wrong;
      DROP FUNCTION otp_without(otp_use[], timestamptz), otp_within(otp_use[], integer), otp_moments_of, otp_moments;
      DROP TYPE otp_use;
      ${MOMENTS_BEFORE}
    `);
  }
}

const LANE = `lane ~ '^(open|signed-in|merchant:.+|foreign:.+)$'`;
const LANE_BEFORE = `lane ~ '^(open|intent|signed-in|merchant:.+|foreign:.+)$'`;

const USES = `
  -- One send or wrong check: when, kept to the millisecond, and the HMAC under the pepper of the address that it came from.
  CREATE TYPE otp_use AS (at timestamptz, address text);
  CREATE FUNCTION otp_moments(uses otp_use[]) RETURNS timestamptz[] LANGUAGE sql IMMUTABLE
    RETURN ARRAY(SELECT u.at FROM unnest(uses) AS u ORDER BY u.at);
  -- Null when no address is given.
  CREATE FUNCTION otp_moments_of(uses otp_use[], whose text) RETURNS timestamptz[] LANGUAGE sql IMMUTABLE
    RETURN CASE WHEN whose IS NOT NULL THEN
      ARRAY(SELECT u.at FROM unnest(uses) AS u WHERE u.address = whose ORDER BY u.at) END;
  -- The uses of the last so many seconds, oldest first.
  CREATE FUNCTION otp_within(uses otp_use[], seconds integer) RETURNS otp_use[] LANGUAGE sql VOLATILE
    RETURN ARRAY(SELECT u FROM unnest(uses) AS u WHERE u.at > otp_now() - make_interval(secs => seconds) ORDER BY u.at);
  -- The uses without one of those at the given moment.
  CREATE FUNCTION otp_without(uses otp_use[], moment timestamptz) RETURNS otp_use[] LANGUAGE sql IMMUTABLE
    RETURN ARRAY(SELECT (o.at, o.address)::otp_use FROM unnest(uses) WITH ORDINALITY AS o (at, address, place)
      WHERE o.place IS DISTINCT FROM (
        SELECT min(p.place) FROM unnest(uses) WITH ORDINALITY AS p (at, address, place) WHERE p.at = moment)
      ORDER BY o.place);
`;

const BUDGETS = `
  ALTER TABLE otp_budget ADD COLUMN sent otp_use[] NOT NULL DEFAULT '{}', ADD COLUMN wrong otp_use[] NOT NULL DEFAULT '{}';
  UPDATE otp_budget SET
    sent = ARRAY(SELECT (m, NULL)::otp_use FROM unnest(sent_at) AS m),
    wrong = ARRAY(SELECT (m, NULL)::otp_use FROM unnest(wrong_at) AS m);
  ALTER TABLE otp_budget DROP COLUMN sent_at, DROP COLUMN wrong_at;
  DROP FUNCTION otp_without(timestamptz[], timestamptz), otp_within(timestamptz[], integer);
  INSERT INTO otp_budget AS b (mode, user_id, lane, sent, wrong)
    SELECT mode, user_id, 'open', sent, wrong FROM otp_budget WHERE lane = 'intent'
    ON CONFLICT (mode, user_id, lane) DO UPDATE SET sent = b.sent || excluded.sent, wrong = b.wrong || excluded.wrong;
  DELETE FROM otp_budget WHERE lane = 'intent';
  ALTER TABLE otp_budget DROP CONSTRAINT otp_budget_lane_check, ADD CONSTRAINT otp_budget_lane_check CHECK (${LANE});
`;

const CHALLENGES = `
  ALTER TABLE otp_challenge DROP CONSTRAINT otp_challenge_lane_check, DROP CONSTRAINT otp_challenge_check3,
    ADD COLUMN assured boolean NOT NULL DEFAULT false;
  -- whoever could name a payment counted as its holder
  UPDATE otp_challenge SET assured = intent_id IS NOT NULL OR lane = 'signed-in',
    lane = replace(lane, 'intent', 'open'), callers_lane = replace(callers_lane, 'intent', 'open');
  ALTER TABLE otp_challenge ALTER COLUMN assured DROP DEFAULT,
    ADD CONSTRAINT otp_challenge_lane_check CHECK (${LANE} AND lane IN ('signed-in', callers_lane)),
    -- of a stranger nothing is counted but among strangers
    ADD CONSTRAINT otp_challenge_stranger CHECK (assured OR lane = 'open'),
    ADD CONSTRAINT otp_challenge_foreign CHECK (callers_lane NOT LIKE 'foreign:%' OR intent_id IS NOT NULL);
`;

const MOMENTS_BEFORE = `
  CREATE FUNCTION otp_within(moments timestamptz[], seconds integer) RETURNS timestamptz[] LANGUAGE sql VOLATILE
    RETURN ARRAY(SELECT m FROM unnest(moments) AS m WHERE m > otp_now() - make_interval(secs => seconds) ORDER BY m);
  CREATE FUNCTION otp_without(moments timestamptz[], one timestamptz) RETURNS timestamptz[] LANGUAGE sql IMMUTABLE
    RETURN CASE WHEN array_position(moments, one) IS NULL THEN moments
      ELSE moments[:array_position(moments, one) - 1] || moments[array_position(moments, one) + 1:] END;
`;
