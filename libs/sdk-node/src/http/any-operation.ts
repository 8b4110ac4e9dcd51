/** A request of any operation, also of one that this client has no method for. */
export interface AnyRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/payouts/{id}` with `ids`, as the API document writes it. */
  readonly path: string;
  readonly ids?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: object;
  readonly sessionToken?: string;
}

/** Throws a TypeError for a path that leads elsewhere, or has a query of its own. */
export function checkPath(path: string): void {
  if (!/^(\/(?!\.{1,2}(\/|$))[\w.{}-]+)+$/.test(path))
    throw new TypeError('path is a path of the API such as /payouts/{id}, without a query');
}
