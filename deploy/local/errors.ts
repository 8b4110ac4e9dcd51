/** A fault that its message explains in full to the person at the terminal: shown without a stack. */
export class StackError extends Error {
  override readonly name = 'StackError';
}

/** The stack is being stopped: what was under way ends here and nobody is told of a failure. */
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
