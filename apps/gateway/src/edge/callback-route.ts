/** Where rails report that something has changed: it is no operation of the API, and its body is never read. */
export const CALLBACK_ROUTE = '/rails/:rail/callbacks/:token';
