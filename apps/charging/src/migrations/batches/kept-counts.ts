/** The counts of a batch, each with what a row of it adds: of a row `r`, and the state in which its payout `ended`. */
const counts = {
  row_count: '1',
  faults: `(r.faults <> '{}')::integer`,
  warnings: `(r.warnings <> '{}')::integer`,
  amount: 'r.amount',
  fee: 'r.fee',
  names_waiting: `(r.name_check IS NOT DISTINCT FROM 'waiting')::integer`,
  names_matching: `(r.name_check IS NOT DISTINCT FROM 'matches')::integer`,
  names_differing: `(r.name_check IS NOT DISTINCT FROM 'differs')::integer`,
  names_unknown: `(r.name_check IS NOT DISTINCT FROM 'unknown')::integer`,
  completed: `(ended IS NOT DISTINCT FROM 'completed')::integer`,
  failed: `(ended IS NOT DISTINCT FROM 'failed')::integer`,
  canceled: `(ended IS NOT DISTINCT FROM 'canceled')::integer`,
} as const;
const names = Object.keys(counts);
const list = (of: (name: string) => string): string => names.map(of).join(', ');

/** The counts that rows of `source` add to their batches, or take from them. Each payout is looked up: a plan is kept from a statement of one row. */
const sideSql = (source: string, sign: '' | '-' = ''): string => `
      SELECT r.batch_id, ${Object.entries(counts)
        .map(([name, each]) => `${sign}(${each}) AS ${name}`)
        .join(', ')}
      FROM ${source} r CROSS JOIN LATERAL (
        SELECT CASE WHEN r.state = 'ended' THEN (SELECT p.state FROM payout p WHERE p.payout_id = r.payout_id) END AS ended) AS e`;

const sumsSql = (sides: string): string =>
  `SELECT batch_id, ${list((name) => `sum(${name}) AS ${name}`)} FROM (${sides}) AS sides GROUP BY batch_id`;

export const keptCounts = `
  CREATE TABLE payout_batch_count (
    batch_id text COLLATE "C" PRIMARY KEY REFERENCES payout_batch,
    ${list((name) => `${name} ${name === 'amount' || name === 'fee' ? 'bigint' : 'integer'} NOT NULL`)},
    CONSTRAINT payout_batch_count_adds_up CHECK (
      least(${list((name) => name)}) >= 0 AND greatest(faults, warnings) <= row_count
      AND names_waiting + names_matching + names_differing + names_unknown <= row_count AND completed + failed + canceled <= row_count))`;

const counting = (name: string, sides: string): string => `
  CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE change record;
  BEGIN
    FOR change IN SELECT * FROM (${sumsSql(sides)}) AS moved WHERE (${list((each) => each)}) <> (${list(() => '0')}) ORDER BY batch_id LOOP
      UPDATE payout_batch_count SET ${list((each) => `${each} = payout_batch_count.${each} + change.${each}`)}
      WHERE batch_id = change.batch_id;
      CONTINUE WHEN FOUND;
      INSERT INTO payout_batch_count AS kept (batch_id, ${list((each) => each)})
      VALUES (change.batch_id, ${list((each) => `change.${each}`)})
      ON CONFLICT (batch_id) DO UPDATE SET ${list((each) => `${each} = kept.${each} + change.${each}`)};
    END LOOP;
    RETURN NULL;
  END $$`;

/** Whichever statement of whichever version changes rows, the counts change with them. */
export const countTriggers = `
  ${counting('count_new_batch_rows', sideSql('begun'))};
  ${counting('count_moved_batch_rows', `${sideSql('after')} UNION ALL ${sideSql('before', '-')}`)};
  CREATE TRIGGER count_new_batch_rows AFTER INSERT ON payout_batch_row REFERENCING NEW TABLE AS begun
    FOR EACH STATEMENT EXECUTE FUNCTION count_new_batch_rows();
  CREATE TRIGGER count_moved_batch_rows AFTER UPDATE ON payout_batch_row REFERENCING OLD TABLE AS before NEW TABLE AS after
    FOR EACH STATEMENT EXECUTE FUNCTION count_moved_batch_rows()`;

/** The triggers have locked the rows against writers until the migration commits. */
export const countKnown = `
  INSERT INTO payout_batch_count (batch_id, ${list((name) => name)}) ${sumsSql(sideSql('payout_batch_row'))}`;

export const rulesOfCounts = `
  UNION ALL
  SELECT 'batch_counts_differ', coalesce(kept.batch_id, counted.batch_id)
  FROM payout_batch_count kept FULL JOIN (${sumsSql(sideSql('payout_batch_row'))}) AS counted USING (batch_id)
  WHERE (${list((name) => `kept.${name}`)}) IS DISTINCT FROM (${list((name) => `counted.${name}`)})`;
