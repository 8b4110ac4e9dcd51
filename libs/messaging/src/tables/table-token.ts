import type { AnyTable } from '../contracts.js';

/** The injection token of the Table of `contract`. */
export function tableToken(contract: AnyTable): string {
  return `paygate.table:${contract.stream.name}/${contract.type}`;
}
