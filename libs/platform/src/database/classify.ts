import pg from 'pg';
import { DatabaseUnavailable, LockTimedOut, OutcomeUnknown, StatementTimedOut, TransactionConflict } from './errors.js';

/**
 * True when a statement may take effect although its answer was lost: a COMMIT or a statement outside a transaction may, a statement
 * inside a transaction whose COMMIT was never sent cannot.
 */
export type Exposure = 'reversible' | 'committing';

const timedOut = '57014';
const lockNotGranted = '55P03';
/** serialization_failure, deadlock_detected */
const conflicts = ['40001', '40P01'];
/** Connection exceptions, also those reported by a proxy, and a crash of the server: the answer is lost. */
const answerLost = /^(08|57P02$|40003$)/;
/**
 * The server refused and aborted: shut down by an administrator, starting or stopping, session or transaction ended for idling,
 * database dropped, out of connections, memory or disk, an I/O error, a standby. A server that is asked to stop finishes a commit
 * in progress before it sends this error.
 */
const refusedByServer = /^(57P0[1345]$|25P03$|25P04$|25006$|53|58)/;

/** Translates an error of pg or TypeORM into one of errors.ts. Other errors, such as violated constraints, are returned unchanged. */
export function classify(error: unknown, lost: boolean, exposure: Exposure): unknown {
  const cause = rootOf(error);
  if (cause instanceof DatabaseUnavailable || cause instanceof OutcomeUnknown) return cause;
  if (cause instanceof pg.DatabaseError && !isAnswerLost(cause)) return classifyRefusal(cause) ?? error;
  if (!lost && !(cause instanceof pg.DatabaseError)) return error;
  return exposure === 'committing'
    ? new OutcomeUnknown('the answer of the database was lost', { cause })
    : new DatabaseUnavailable('the connection to the database was lost', { cause });
}

/** True when the server closes the connection after this error. */
export function endsConnection(error: unknown): boolean {
  const cause = rootOf(error);
  return cause instanceof pg.DatabaseError && (cause.severity === 'FATAL' || isAnswerLost(cause));
}

/** The constraint that a statement violated (unique, foreign key, check, exclusion); undefined for any other error. */
export function violatedConstraint(error: unknown): string | undefined {
  const cause = rootOf(error);
  return cause instanceof pg.DatabaseError && cause.code?.startsWith('23') === true ? cause.constraint : undefined;
}

function classifyRefusal(error: pg.DatabaseError): Error | undefined {
  const code = error.code ?? '';
  if (code === timedOut) return new StatementTimedOut('the statement took too long', { cause: error });
  if (code === lockNotGranted) return new LockTimedOut('a lock was not granted in time', { cause: error });
  if (conflicts.includes(code)) return new TransactionConflict('the transaction gave way to another', { cause: error });
  if (refusedByServer.test(code)) return new DatabaseUnavailable(`the database refused (${code})`, { cause: error });
  return undefined;
}

/** A PANIC may come after the commit record was written. */
function isAnswerLost(error: pg.DatabaseError): boolean {
  return error.severity === 'PANIC' || answerLost.test(error.code ?? '');
}

/** TypeORM wraps pg's errors. */
function rootOf(error: unknown): unknown {
  return error instanceof Error && 'driverError' in error ? error.driverError : error;
}
