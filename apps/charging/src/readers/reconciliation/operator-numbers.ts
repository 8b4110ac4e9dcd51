import { referenceKeySql } from '@paygate/platform';

/**
 * The operator's own number is the third name of an operation, for lines that have neither our reference nor the token of the rail. Operators may
 * give a number twice, so it names an operation only where no other one of the rail and mode has it.
 */

/** The columns of a line by which {@link SAME} compares it. */
const MOVEMENT = `operator_id, status IS NOT DISTINCT FROM 'reversed' AS is_reversed`;

/**
 * True for another line `x` of the movement of `line`. One that takes back what another line has moved is no second line of that, and an operator
 * takes back in parts: reversed lines of a payment are of one movement where they have one number.
 */
export const SAME = `x.is_reversed = (line.status = 'reversed')
  AND (NOT x.is_reversed OR ${referenceKeySql('x.operator_id')} = ${referenceKeySql('line.operator_id')})`;

/**
 * Lines with the reference of a row, for EXISTS. Plans outlive the statement for which they were made, which may have been a short one:
 * the sum keeps them from the index of runs, in which each look-up would read a whole statement.
 */
export const linesWith = (reference: string, condition: string): string =>
  `SELECT FROM (SELECT run_id + 0 AS run_id, line_number, ${MOVEMENT} FROM statement_line WHERE reference = ${reference}) AS x WHERE ${condition}`;

/** The one operation of rail $2 and mode $3 with this number; null where there is none, or more than one. */
export const operationNumberedSql = (number: string): string => `(
  SELECT min(n.operation_id) FROM rail_operation n
  WHERE n.provider_reference IS NOT NULL AND ${referenceKeySql('n.provider_reference')} = ${referenceKeySql(number)}
    AND n.rail = $2 AND (n.ledger > 999) = ($3 = 'test')
  HAVING count(*) = 1)`;

/** Lines that have this number and no reference, for EXISTS. */
export const linesNumberedSql = (number: string, condition: string): string => `
  SELECT FROM (
    SELECT run_id + 0 AS run_id, line_number, ${MOVEMENT} FROM statement_line
    WHERE reference IS NULL AND ${referenceKeySql('operator_id')} = ${referenceKeySql(number)}) AS x
  WHERE ${condition}`;

/** True for a run with a line that nothing was found for, and whose number an operation has got since. */
export const isNumberedSinceSql = `EXISTS (
  SELECT FROM reconciliation_item i
  JOIN rail_operation n ON n.provider_reference IS NOT NULL
    AND ${referenceKeySql('n.provider_reference')} = ${referenceKeySql('i.operator_id')} AND n.rail = r.rail
  WHERE i.run_id = r.run_id AND i.result = 'missing_here' AND i.operation_id IS NULL AND i.reference IS NULL
    AND n.updated_at > r.compared_at)`;
