/** The ages between which payments are compared across services. */
export interface Ages {
  /** Younger ones may still be in progress. */
  readonly olderThanSeconds: number;
  /** Payments of test mode that ended earlier may have been deleted from some services: an hour less than their retention. */
  readonly forgottenAfterHours: number;
}

/** SQL: a payment of this mode that ended at this time may have been deleted. `hours` is a parameter with {@link Ages.forgottenAfterHours}. */
export function isForgotten(mode: string, endedAt: string, hours: string): string {
  return `(${mode} AND ${endedAt} < clock_timestamp() - make_interval(hours => ${hours}))`;
}
