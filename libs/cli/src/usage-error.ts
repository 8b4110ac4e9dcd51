/** A command that was called in a wrong way; the message is shown with the usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
