/** The route at which rails report changes: it is no operation of the API, and its body is never read. */
export const CALLBACK_ROUTE = '/rails/:rail/callbacks/:token';
