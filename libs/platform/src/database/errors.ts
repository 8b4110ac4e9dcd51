/** The database did not do it: nothing was executed, the same call may succeed later. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable';
}

/** Every connection of the pool was in use for too long. Nothing was executed, and nothing is wrong with the server. */
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

/** A deadlock or a serialization failure: this transaction was the one to give way. Nothing was executed. */
export class TransactionConflict extends DatabaseUnavailable {
  override readonly name = 'TransactionConflict';
}

/** The statement or the COMMIT was sent and its answer lost: it may or may not have been executed. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}
