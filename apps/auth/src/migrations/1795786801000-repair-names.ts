import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a line shows of a text: controls and line separators become a space, and format characters go. */
const SHOWN = String.raw`
  CREATE OR REPLACE FUNCTION pg_temp.shown(given text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT btrim(regexp_replace(regexp_replace(given, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g'),
      '[\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f]+', '', 'g'))
  $$`;
/** A character that is no space of any kind. */
const VISIBLE = String.raw`[^\s\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]`;

/**
 * Sign-up took names that every other command refused: such an account was answered by no page. What a line shows of its name stays; an
 * account of whose name nothing shows has its id for a name. Keys carry a repaired name when they are published again.
 */
export class RepairNames1795786801000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`${SHOWN};
      UPDATE merchant SET name = CASE WHEN pg_temp.shown(name) ~ '${VISIBLE}' THEN left(pg_temp.shown(name), 120) ELSE id END
        WHERE name <> pg_temp.shown(name) OR name !~ '${VISIBLE}';
      UPDATE account_claim SET business_name =
          CASE WHEN pg_temp.shown(business_name) ~ '${VISIBLE}' THEN left(pg_temp.shown(business_name), 120) ELSE country END
        WHERE business_name <> pg_temp.shown(business_name) OR business_name !~ '${VISIBLE}'`);
  }

  /** The version before takes the repaired names. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
