/** The message did not leave this process: no consumer can have seen it. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
}

/** The message was written to a socket and not confirmed: a consumer may have seen it. */
export class SendFailed extends Error {
  override readonly name = 'SendFailed';
}
