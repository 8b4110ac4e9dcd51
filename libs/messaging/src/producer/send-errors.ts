/** The message did not leave this process: nobody has seen it. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
}

/** The message was handed to the network and not confirmed: somebody may have seen it. */
export class SendFailed extends Error {
  override readonly name = 'SendFailed';
}
