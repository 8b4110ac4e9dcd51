/** What a handler has thrown, on its way past Nest's exception filters, which would make text of it. */
export class HandlerFailure {
  constructor(readonly error: unknown) {}
}
