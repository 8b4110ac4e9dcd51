import { NAMED_ONLY } from '@paygate/contracts';

/**
 * SQL of the rule that filters, a column of texts, receive events of a type: the type itself, its family (`payment.*`), or `*`, which takes no type that
 * has to be named.
 */
export const subscribedSql = (
  filters: string,
  type: string,
): string => `EXISTS (SELECT FROM unnest(${filters}) AS filter
  WHERE filter = ${type} OR filter = '*' AND NOT starts_with(${type}, '${NAMED_ONLY}')
    OR filter LIKE '%.*' AND starts_with(${type}, left(filter, -1)))`;
