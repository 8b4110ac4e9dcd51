import type { Received, Transaction } from '@paygate/messaging';

/** An earlier delivery of the same guess was counted: this one is not. */
class GuessedBefore extends Error {
  override readonly name = 'GuessedBefore';
}

/** Goes on where no earlier delivery of the guess was counted; else ends the transaction, with what it has counted. */
export async function requireFirstGuess(tx: Transaction, message: Received<unknown>): Promise<void> {
  if (!(await tx.firstTime([message])).has(message.id)) throw new GuessedBefore();
}

/** What a transaction gives; undefined when {@link requireFirstGuess} has ended it. */
export async function unlessGuessedBefore<Result>(transaction: Promise<Result>): Promise<Result | undefined> {
  try {
    return await transaction;
  } catch (error) {
    if (error instanceof GuessedBefore) return undefined;
    throw error;
  }
}
