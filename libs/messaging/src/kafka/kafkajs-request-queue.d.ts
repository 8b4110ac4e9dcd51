/** The requests of one connection: no public part of kafkajs. Declared is what its patch and the spec of that touch. */
declare module 'kafkajs/src/network/requestQueue/index.js' {
  class RequestQueue {
    constructor(options: object);
    readonly pending: readonly unknown[];
    throttledUntil: number;
    throttleCheckTimeoutId: NodeJS.Timeout | null;
    scheduleCheckPendingRequests: (this: RequestQueue) => void;
    destroy(): void;
  }
  export default RequestQueue;
}
