/** Most rows of a batch, and of one request or command that adds some. */
export const BATCH_ROWS_MAX = 2_000;
export const BATCH_ROWS_PART_MAX = 100;
/** The largest number of a row: a file may have empty lines. */
export const BATCH_ROW_NUMBER_MAX = 100_000;
export const BATCH_NAME_MAX_CHARACTERS = 80;
export const BATCH_REFERENCE_MAX_CHARACTERS = 64;
export const RECIPIENT_NAME_MAX_CHARACTERS = 100;

/** Most batches of one page, and rows of one page. */
export const PAGE_MAX_BATCHES = 100;
export const PAGE_MAX_BATCH_ROWS = 100;

/** Most batches of a merchant and mode that are drafts, or wait for an approval. */
export const OPEN_BATCHES_MAX = 100;
/** The days in which an earlier payment to a number, or of the same rows, is pointed out. */
export const BATCH_LOOKS_BACK_DAYS = 30;
/** The most persons who have to stand behind a batch. */
export const BATCH_PERSONS = 2;
/** The names of recipients that a merchant may have compared in a day of Africa/Douala. */
export const RECIPIENT_LOOKUPS_PER_DAY = 4_000;

/** The form of the cursor of a list of rows: the number of a row. */
export const BATCH_ROW_CURSOR = /^[1-9][0-9]{0,5}$/;

export const batchStatuses = ['DRAFT', 'READY', 'PROCESSING', 'PAUSED', 'COMPLETED', 'CANCELED'] as const;
/**
 * The status of a batch: rows are added to a DRAFT; a READY batch is sealed and waits for its approval; PROCESSING and PAUSED are approved;
 * COMPLETED ones have no open row. CANCELED: never approved.
 */
export type BatchStatus = (typeof batchStatuses)[number];

export const batchRowFaults = [
  'operator_unknown',
  'payout_unsupported',
  'amount_too_small',
  'amount_too_large',
] as const;
/** A reason for which a row cannot be paid. A batch with one cannot be sealed. */
export type BatchRowFault = (typeof batchRowFaults)[number];

export const batchRowWarnings = ['double_in_batch', 'paid_recently'] as const;
/** A reason to look at a row before it is paid. */
export type BatchRowWarning = (typeof batchRowWarnings)[number];

export const nameChecks = ['waiting', 'matches', 'differs', 'unknown'] as const;
/** The comparison of the name of a row with the one that the operator has; `unknown` when the operator gives none. */
export type NameCheck = (typeof nameChecks)[number];
