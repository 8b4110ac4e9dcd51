import { ArrayMaxSize, IsArray, IsObject } from 'class-validator';
import type { CommandContract } from './message.js';
import { defineCommand } from './message.js';
import type { ServiceName } from './services.js';
import { IsText } from '../schema/fields.js';

/** Rows of one page at most. The owner sends fewer where they are large. */
export const TABLE_PAGE_ROWS = 500;

export class ReadTable {
  /** `type` of the table. */
  @IsText(64, 1) table!: string;
  /** The key after which the page begins; empty for the first one. */
  @IsText(128) after!: string;
}
/** Names the request that it answers, so that the page of another request does not pass for it. */
export class TablePage {
  @IsText(64, 1) table!: string;
  @IsText(128) after!: string;
  /** Rows in the order of their keys; none when there are no more. The reader checks them against the table's contract. */
  @IsArray() @ArrayMaxSize(TABLE_PAGE_ROWS) @IsObject({ each: true }) rows!: object[];
}

/** Reads the current rows of a table from its owner. The requests for one table run one after the other. */
const defineTableRead = (owner: ServiceName, callers: readonly ServiceName[]): CommandContract<ReadTable, TablePage> =>
  defineCommand({
    name: `read-${owner}-table`,
    owner,
    callers,
    request: ReadTable,
    answer: TablePage,
    key: (request) => request.table,
    refusals: [],
  });

export const readAuthTable = defineTableRead('auth', ['gateway']);
export const readOtpTable = defineTableRead('otp', ['intents']);
