const FILTER = /^(\*|[a-z]+(\.[a-z_]+)*(\.\*)?)$/;

/** Whether a text is an event type (`payment.completed`), a family (`payment.*`) or all types (`*`). */
export function isEventFilter(text: string): boolean {
  return text.length <= 64 && FILTER.test(text);
}

/** Whether an endpoint with these filters receives events of this type. */
export function matchesEvent(filters: readonly string[], type: string): boolean {
  return filters.some(
    (filter) => filter === '*' || filter === type || (filter.endsWith('.*') && type.startsWith(filter.slice(0, -1))),
  );
}
