import { IsBoolean, IsIn, IsOptional, IsString, Length, Matches } from 'class-validator';
import { defineCommand } from '../kernel/message.js';
import {
  IsAmountOrZero,
  IsIntBetween,
  IsLine,
  IsListOf,
  IsMode,
  IsNested,
  IsNewLine,
  IsPageLimit,
  IsText,
  IsTimestamp,
} from '../schema/fields.js';
import type { MobileOperator } from '../vocabulary/mobile-numbers.js';
import { mobileOperators } from '../vocabulary/mobile-numbers.js';
import type { Mode } from '../vocabulary/modes.js';

/** The bytes of a part of an uploaded file, but for the last part. */
export const STATEMENT_PART_BYTES = 96 * 1_024;
/** A file of a statement has at most so many bytes. */
export const STATEMENT_FILE_MAX_BYTES = 128 * 1_024 * 1_024;
const BASE64_FACTOR = 4 / 3;
const PARTS_MAX = Math.ceil(STATEMENT_FILE_MAX_BYTES / STATEMENT_PART_BYTES);
/** Most items that one answer lists. */
export const RECONCILIATION_ITEMS_MAX = 200;
const COUNT_MAX = 2_147_483_647;
const RUN_ID = /^[1-9][0-9]{0,17}$/;
const DAY = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

export const reconciliationStates = ['receiving', 'received', 'compared', 'replaced', 'refused'] as const;
export const reconciliationResults = [
  'missing_here',
  'missing_there',
  'differs',
  'duplicate',
  'unreadable',
  'awaited',
] as const;

/** A day of Africa/Douala, such as 2026-01-31. */
export const IsStatementDay = (): PropertyDecorator => Matches(DAY);

export class RailDayCommand {
  @IsIn(mobileOperators) rail!: MobileOperator;
  @IsMode() mode!: Mode;
  @IsStatementDay() day!: string;
}

/** The comparison of a rail's statement of a day with what is booked. */
export class ReconciliationInfo extends RailDayCommand {
  @Matches(RUN_ID) runId!: string;
  @IsIn(['fetched', 'uploaded']) source!: 'fetched' | 'uploaded';
  /** `compared`: it stands for the day. `replaced`: a later statement does, or the same file did already. */
  @IsIn(reconciliationStates) state!: (typeof reconciliationStates)[number];
  /** True when nothing differs, or the installation's team has accepted what does. */
  @IsBoolean() isMatched!: boolean;
  /** SHA-256 in hexadecimal digits. */
  @IsOptional() @Matches(/^[0-9a-f]{64}$/) fileHash?: string;
  @IsIntBetween(0, COUNT_MAX) lines!: number;
  /** Blank lines, which are none of `lines`. The version before does not count them. */
  @IsOptional() @IsIntBetween(0, COUNT_MAX) blank?: number;
  @IsIntBetween(0, COUNT_MAX) matched!: number;
  @IsIntBetween(0, COUNT_MAX) missingHere!: number;
  @IsIntBetween(0, COUNT_MAX) missingThere!: number;
  @IsIntBetween(0, COUNT_MAX) differs!: number;
  @IsIntBetween(0, COUNT_MAX) duplicate!: number;
  @IsIntBetween(0, COUNT_MAX) unreadable!: number;
  /** Operations near midnight whose line may be on the statement of another day, which is not here. */
  @IsIntBetween(0, COUNT_MAX) awaited!: number;
  /** The reason for which the file was refused. */
  @IsOptional() @IsText(500) remark?: string;
  @IsTimestamp() begunAt!: string;
  @IsOptional() @IsTimestamp() comparedAt?: string;
  @IsOptional() @IsTimestamp() acceptedAt?: string;
  @IsOptional() @IsLine(500) acceptance?: string;
}

export class ReconciliationsOfDay {
  /** The one that stands, then the newest one when that is another. */
  @IsListOf(() => ReconciliationInfo, 2) runs!: ReconciliationInfo[];
}

export class BeginStatementCommand extends RailDayCommand {
  @Matches(/^[0-9a-f]{64}$/) fileHash!: string;
  @IsIntBetween(1, STATEMENT_FILE_MAX_BYTES) fileBytes!: number;
}
/** Begins the upload of the statement of a day that has ended. Only `operator` commands send it. */
export const beginStatement = defineCommand({
  name: 'begin-statement',
  owner: 'charging',
  callers: [],
  request: BeginStatementCommand,
  answer: ReconciliationInfo,
  key: (request) => request.rail,
  refusals: ['scope_missing', 'parameter_invalid'],
});

export class AddStatementPartCommand {
  @Matches(RUN_ID) runId!: string;
  /** From 0 on. */
  @IsIntBetween(0, PARTS_MAX) number!: number;
  /** Base64. */
  @IsString()
  @Length(4, Math.ceil(STATEMENT_PART_BYTES * BASE64_FACTOR) + 4)
  @Matches(/^[A-Za-z0-9+/]+={0,2}$/)
  bytes!: string;
}
export class StatementPartAdded {
  @IsIntBetween(0, PARTS_MAX) number!: number;
}
/** Adds a part of the file. Repeating it changes nothing. Only `operator` commands send it. */
export const addStatementPart = defineCommand({
  name: 'add-statement-part',
  owner: 'charging',
  callers: [],
  request: AddStatementPartCommand,
  answer: StatementPartAdded,
  key: (request) => request.runId,
  refusals: ['scope_missing', 'parameter_invalid'],
});

export class EndStatementCommand {
  @Matches(RUN_ID) runId!: string;
  /** The number of parts that were sent. */
  @IsIntBetween(1, PARTS_MAX) parts!: number;
}
/** The upload is complete: the file is read and compared. Only `operator` commands send it. */
export const endStatement = defineCommand({
  name: 'end-statement',
  owner: 'charging',
  callers: [],
  request: EndStatementCommand,
  answer: ReconciliationInfo,
  key: (request) => request.runId,
  refusals: ['scope_missing', 'parameter_invalid'],
});

/** The reconciliation of a day. Only `operator` commands send it. */
export const readReconciliation = defineCommand({
  name: 'read-reconciliation',
  owner: 'charging',
  callers: [],
  request: RailDayCommand,
  answer: ReconciliationsOfDay,
  key: (request) => request.rail,
  unordered: true,
  refusals: ['scope_missing'],
});

/** An item that does not match: a line of the statement, an operation here, or both. */
export class ReconciliationItem {
  @IsIntBetween(1, COUNT_MAX) number!: number;
  @IsIn(reconciliationResults) result!: (typeof reconciliationResults)[number];
  /** The field that differs, or the reason for which a line cannot be read. */
  @IsOptional() @IsText(500) detail?: string;
  /** The number of the line in the file, the header included. */
  @IsOptional() @IsIntBetween(1, COUNT_MAX) line?: number;
  @IsOptional() @IsText(64) operatorId?: string;
  @IsOptional() @IsText(64) reference?: string;
  /** By the statement; of what is missing there, by the ledger. */
  @IsOptional() @IsTimestamp() time?: string;
  @IsOptional() @IsAmountOrZero() amount?: string;
  @IsOptional() @IsText(3) currency?: string;
  @IsOptional() @IsText(16) kind?: string;
  @IsOptional() @IsText(16) status?: string;
  /** The id of the charge, the refund or the payout here. */
  @IsOptional() @IsText(64) operationId?: string;
  @IsOptional() @IsText(16) stateHere?: string;
  @IsOptional() @IsAmountOrZero() amountHere?: string;
}
export class ListReconciliationItemsCommand {
  @Matches(RUN_ID) runId!: string;
  @IsPageLimit(RECONCILIATION_ITEMS_MAX) limit!: number;
  /** Items with greater numbers. */
  @IsIntBetween(0, COUNT_MAX) after!: number;
}
export class ReconciliationItems {
  @IsListOf(() => ReconciliationItem, RECONCILIATION_ITEMS_MAX) items!: ReconciliationItem[];
}
/** Lists the items that do not match, by lines. Only `operator` commands send it. */
export const listReconciliationItems = defineCommand({
  name: 'list-reconciliation-items',
  owner: 'charging',
  callers: [],
  request: ListReconciliationItemsCommand,
  answer: ReconciliationItems,
  key: (request) => request.runId,
  unordered: true,
  refusals: ['scope_missing'],
});

export class AcceptReconciliationCommand extends RailDayCommand {
  /** The comparison whose differences the installation's team has seen. */
  @Matches(RUN_ID) runId!: string;
  @IsTimestamp() comparedAt!: string;
  /** The action that was taken about the differences. */
  @IsNewLine(500) acceptance!: string;
}
export class ReconciliationAccepted {
  @IsNested(() => ReconciliationInfo) run!: ReconciliationInfo;
}
/**
 * The day counts as matched although its statement differs, as somebody has dealt with it. Refused when another comparison stands than
 * the one that was seen. The first acceptance stays. Only `operator` commands send it.
 */
export const acceptReconciliation = defineCommand({
  name: 'accept-reconciliation',
  owner: 'charging',
  staff: 'two',
  callers: [],
  request: AcceptReconciliationCommand,
  answer: ReconciliationAccepted,
  key: (request) => request.rail,
  refusals: ['scope_missing', 'parameter_invalid'],
});
