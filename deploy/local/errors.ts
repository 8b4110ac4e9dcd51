/** An error whose message is complete for the person at the terminal: shown without a stack trace. */
export class StackError extends Error {
  override readonly name = 'StackError';
}

/** Thrown by work that ends because the stack is being stopped. It is not reported as a failure. */
export class StoppingError extends Error {
  override readonly name = 'StoppingError';
  constructor() {
    super('the stack is being stopped');
  }
}

export function explain(error: unknown): string {
  if (error instanceof StackError) return error.message;
  if (error instanceof AggregateError) return error.errors.map(explain).join('\n');
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
