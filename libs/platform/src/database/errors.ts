/** Nothing was executed, and the same call may succeed later. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable';
}

/** No connection of the pool became free in time. Nothing was executed; the server may be well. */
export class PoolExhausted extends DatabaseUnavailable {
  override readonly name = 'PoolExhausted';
}

/** A lock was not granted in time. Nothing was executed. */
export class LockTimedOut extends DatabaseUnavailable {
  override readonly name = 'LockTimedOut';
}

/** A statement took too long and was cancelled. Nothing was executed. */
export class StatementTimedOut extends DatabaseUnavailable {
  override readonly name = 'StatementTimedOut';
}

/** A deadlock or a serialization failure, for which this transaction was aborted. Nothing was executed. */
export class TransactionConflict extends DatabaseUnavailable {
  override readonly name = 'TransactionConflict';
}

/** The answer to a statement or a COMMIT was lost: it may or may not have been executed. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}
