/** A message, and the one that another service sent it for. */
interface Caused {
  readonly id: string;
  readonly causationId?: string;
}

/** What a message of another service is known by, when it comes again or that service has its own message again. */
export function causeOf({ id, causationId = id }: Caused): string {
  return causationId;
}
