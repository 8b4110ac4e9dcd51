import { referenceKeySql } from '@paygate/platform';

/**
 * The operator's own number is the third name of an operation, for lines that have neither our reference nor the token of the rail. Operators may
 * give a number twice, so it names an operation only where no other one of the rail and mode has it.
 */

/** A line that takes back what another one has moved is no second one of it. */
export const IS_REVERSED = `status IS NOT DISTINCT FROM 'reversed' AS is_reversed`;

/** The one operation of rail $2 and mode $3 with this number; null where there is none, or more than one. */
export const operationNumberedSql = (number: string): string => `(
  SELECT min(n.operation_id) FROM rail_operation n
  WHERE n.provider_reference IS NOT NULL AND ${referenceKeySql('n.provider_reference')} = ${referenceKeySql(number)}
    AND n.rail = $2 AND (n.ledger > 999) = ($3 = 'test')
  HAVING count(*) = 1)`;

/** Lines that have this number and no reference, for EXISTS. As with lines of a reference, no plan may read a whole statement. */
export const linesNumberedSql = (number: string, condition: string): string => `
  SELECT FROM (
    SELECT run_id + 0 AS run_id, line_number, ${IS_REVERSED} FROM statement_line
    WHERE reference IS NULL AND ${referenceKeySql('operator_id')} = ${referenceKeySql(number)}) AS x
  WHERE ${condition}`;

/** True for a run with a line that nothing was found for, and whose number an operation has got since. */
export const isNumberedSinceSql = `EXISTS (
  SELECT FROM reconciliation_item i
  JOIN rail_operation n ON n.provider_reference IS NOT NULL
    AND ${referenceKeySql('n.provider_reference')} = ${referenceKeySql('i.operator_id')} AND n.rail = r.rail
  WHERE i.run_id = r.run_id AND i.result = 'missing_here' AND i.operation_id IS NULL AND i.reference IS NULL
    AND n.updated_at > r.compared_at)`;
