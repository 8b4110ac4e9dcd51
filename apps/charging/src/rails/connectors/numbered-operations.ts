import { referenceKeySql } from '@paygate/platform';

/** The ids of a merchant's operations, in both modes, to which the operator has given the number with this key. Both are parameters. */
export const operationsNumberedSql = (merchant: string, key: string): string => `
  SELECT numbered.operation_id FROM rail_operation numbered
  WHERE numbered.merchant_id = ${merchant} AND numbered.provider_reference IS NOT NULL
    AND ${referenceKeySql('numbered.provider_reference')} = ${key}::text`;
