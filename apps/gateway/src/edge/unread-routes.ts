/** The route at which rails report changes: it is no operation of the API, and its body is never read. */
export const CALLBACK_ROUTE = '/rails/:rail/callbacks/:token';

/** The address in mails of notices at which mail providers stop them (RFC 8058). The token in its query says all, so its body is never read. */
export const STOP_ROUTE = '/dashboard/notices/stop';

/** True for a route whose bodies are never read, whatever type they name. */
export function isUnread(route: string | undefined): boolean {
  return route === CALLBACK_ROUTE || route === STOP_ROUTE;
}
