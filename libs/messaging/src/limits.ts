/** Every queue, batch and wait of the bus has a bound. Times are in milliseconds, sizes in UTF-16 code units or bytes. */

/** The most bytes of one message; the broker refuses a megabyte. */
export const MAX_PAYLOAD_CHARACTERS = 256 * 1024;

/** One produce request: many small messages, and never more than the broker takes for one partition. */
export const PRODUCE_BATCH_MESSAGES = 500;
export const PRODUCE_BATCH_CHARACTERS = 256 * 1024;
/** Produce requests under way at once. Beyond them messages are collected for the next one: the higher the load, the larger the batch. */
export const PRODUCES_IN_FLIGHT = 2;
export const PRODUCE_QUEUE_MESSAGES = 20_000;
export const PRODUCE_QUEUE_CHARACTERS = 32 * 1024 * 1024;

/**
 * The batch of a handler, how many of them run at a time, and for how long one runs alone: two that write to the same tables
 * slow each other down, and one that waits for a lock must not delay the others (docs/adr/0025-one-batch-at-a-time.md).
 */
export const HANDLER_BATCH = 128;
export const HANDLER_BATCHES_IN_FLIGHT = 2;
export const HANDLER_BATCH_ALONE_MS = 40;
/** Messages of different keys that a handler without batches works on at a time. */
export const HANDLER_CONCURRENCY = 64;
/** Messages that have failed are retried one by one, a few at a time, so that they do not delay others. */
export const RETRIES_IN_FLIGHT = 4;

/** Unfinished messages of a partition after which it is full, and has room again. */
export const PARTITION_HELD_HIGH = 512;
export const PARTITION_HELD_LOW = 256;
/** Commands of one key that are held in a partition: less than half of what the partition holds, so that other keys find room. */
export const KEY_HELD_MAX = 224;
/** Unfinished messages that a service has from services of its process: as much as may wait for a broker. */
export const LOCAL_HELD_MESSAGES = PRODUCE_QUEUE_MESSAGES;
export const LOCAL_HELD_BYTES = PRODUCE_QUEUE_CHARACTERS;
/** The longest wait of fetching for handlers to catch up, before it goes on without the full partition. */
export const FULL_PARTITION_WAIT_MS = 100;
export const PARTITION_FETCH_BYTES = 256 * 1024;
export const FETCH_BYTES = 4 * 1024 * 1024;

export const COMMIT_INTERVAL_MS = 1_000;
/**
 * For this long the partitions of a killed consumer stand still. With the rebalance that follows it is below the time-out of
 * a command, so that callers get an answer from the next owner. Brokers allow no less by default.
 */
export const SESSION_TIMEOUT_MS = 6_000;
/** Members rejoin within two heartbeats; one that does not is gone. */
export const REBALANCE_TIMEOUT_MS = 8_000;
export const HEARTBEAT_INTERVAL_MS = 1_000;
/**
 * The longest a fetch waits for a first message: while messages come or a partition is paused, and after nothing came for a while. A
 * heartbeat that is due follows a fetch, so the second is below half of the session.
 */
export const FETCH_WAIT_MS = 500;
export const IDLE_FETCH_WAIT_MS = 2_500;
export const IDLE_AFTER_MS = 2_000;
/** A consumer without a heartbeat to its group for this long is not ready. */
export const SILENT_MS = 5_000;

/** The longest wait of a shutdown for handlers; below the bound of its phase, so that the group is left in order. */
export const DRAIN_TIMEOUT_MS = 6_000;

export const CONNECTION_TIMEOUT_MS = 1_000;
/** Below the time-out of a command, so that a frozen broker is noticed before callers give up. */
export const REQUEST_TIMEOUT_MS = 5_000;
/** The interval at which a process looks for requests that are past their time-out. */
export const LATE_REQUESTS_INTERVAL_MS = 1_000;

/** Covers the time until the partitions of a killed consumer have their next owner, and until that one has caught up. */
export const COMMAND_TIMEOUT_MS = 10_000;
/** The handler of a command has this long to answer it after a command that it sent itself has timed out. */
export const NESTED_COMMAND_MARGIN_MS = 1_500;
export const COMMANDS_IN_FLIGHT = 20_000;

/** Attempts at an event whose handler fails, and at one whose transaction keeps losing conflicts. */
export const EVENT_ATTEMPTS = 5;
export const EVENT_CONFLICT_ATTEMPTS = 25;
export const RETRY_FIRST_MS = 100;
export const RETRY_LONGEST_MS = 5_000;

/** A row of the outbox that is still there after this time was left by a crash, or the broker was away. */
export const OUTBOX_ORPHANED_MS = 2_000;
export const OUTBOX_LEASE_MS = 30_000;
/** The shortest pause of the sweeper, and its pause while the broker is away. */
export const OUTBOX_SWEEP_INTERVAL_SECONDS = 2;
export const OUTBOX_SWEEP_ROWS = 500;
/**
 * Published rows are removed with one statement after this time, or when there are so many: a statement costs the same for one row and
 * for a thousand. Half of OUTBOX_ORPHANED_MS, so that the sweeper meets none of them.
 */
export const OUTBOX_REMOVE_MS = 1_000;
export const OUTBOX_REMOVE_ROWS = 1_000;

/** Longer than any topic keeps a message, so that a replayed one is always recognised. */
export const INBOX_RETENTION_DAYS = 21;
export const INBOX_PRUNE_INTERVAL_SECONDS = 600;
export const INBOX_PRUNE_ROWS = 5_000;

/** The rows of a list in one message, below the bound of a message. UTF-16 code units. */
export const MESSAGE_ROWS_CHARACTERS = 192 * 1024;

/** Two heartbeats fit into the time after which a table without one is stale. */
export const TABLE_HEARTBEAT_SECONDS = 2;
export const TABLE_STALE_MS = 5_000;
/** The time to answer a page of a snapshot, in which many readers may be served. */
export const TABLE_PAGE_TIMEOUT_MS = 4_000;
export const TABLE_PAGE_RETRY_MS = 500;
/** The time in which an instance that starts waits for its tables before it takes messages. */
export const TABLES_AT_START_MS = 10_000;
/**
 * A record of a table that is older is refused. Owners keep the rows that have ended for longer, so no record that was
 * published before the end and is repeated later restores a row that the readers have dropped.
 */
export const TABLE_RECORD_MAX_AGE_MS = 24 * 60 * 60_000;
/** The interval at which a table drops the rows that have lapsed. */
export const TABLE_SWEEP_INTERVAL_MS = 10_000;
