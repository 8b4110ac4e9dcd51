import { ArrayMaxSize, IsArray, IsBoolean, IsInt, Max, Min } from 'class-validator';
import type { CommandContract } from '../message.js';
import { defineCommand } from '../message.js';
import type { ServiceName } from '../services.js';
import { IsDigest, IsListOf, IsText, IsTimestamp } from '../../schema/fields.js';

/** Parts that the rows of a table are compared in, by a digest of their keys. */
export const TABLE_SHARDS = 64;

/** What a reader holds of one shard. */
export class ShardDigest {
  @IsInt() @Min(0) @Max(TABLE_SHARDS - 1) shard!: number;
  /** SHA-256 of the keys and versions of its rows, in the order of keys. */
  @IsDigest() digest!: string;
}
export class CompareTable {
  /** `type` of the table. */
  @IsText(64, 1) table!: string;
  /** By the owner's clock: rows that had lapsed by then are left out. */
  @IsTimestamp() asOf!: string;
  @IsListOf(() => ShardDigest, TABLE_SHARDS)
  shards!: ShardDigest[];
  /** Whether the owner shall tell all rows of the shards that differ once more. */
  @IsBoolean() tell!: boolean;
}
export class TableCompared {
  /** Of the shards that were asked about, those of which the owner has other rows. */
  @IsArray() @ArrayMaxSize(TABLE_SHARDS) @IsInt({ each: true }) differing!: number[];
}

/**
 * Asks the owner of a table whether it has the rows that a reader holds. A compacted topic does not answer that: what it
 * keeps of a key is what was written last, by whomever.
 */
const defineComparison = (
  owner: ServiceName,
  callers: readonly ServiceName[],
): CommandContract<CompareTable, TableCompared> =>
  defineCommand({
    name: `compare-${owner}-table`,
    owner,
    callers,
    request: CompareTable,
    answer: TableCompared,
    key: (request) => request.table,
    refusals: [],
  });

export const compareAuthTable = defineComparison('auth', ['gateway']);
export const compareOtpTable = defineComparison('otp', ['intents']);
