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
 * Reference patterns of links are one line of visible characters now. The terms of a link never change, which a trigger enforces: it is off
 * for this one statement. The references of earlier payments stay as they are.
 */
export class RepairReferencePatterns1795786801000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`${SHOWN};
      ALTER TABLE payment_link DISABLE TRIGGER guard_payment_link;
      UPDATE payment_link SET reference_pattern =
          CASE WHEN pg_temp.shown(reference_pattern) ~ '${VISIBLE}' THEN pg_temp.shown(reference_pattern) ELSE id END
        WHERE reference_pattern <> pg_temp.shown(reference_pattern) OR reference_pattern !~ '${VISIBLE}';
      ALTER TABLE payment_link ENABLE TRIGGER guard_payment_link`);
  }

  /** The version before takes the repaired patterns. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
