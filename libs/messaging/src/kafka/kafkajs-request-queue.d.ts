/** The requests of one connection: no public part of kafkajs. Declared is what its patch and the spec of that touch. */
declare module 'kafkajs/src/network/requestQueue/index.js' {
  interface RequestUnderWay {
    readonly sentAt: number;
    readonly requestTimeout: number;
    timeoutRequest(): void;
  }

  class RequestQueue {
    constructor(options: object);
    readonly pending: readonly unknown[];
    readonly inflight: Map<number, RequestUnderWay>;
    readonly isConnected: () => boolean;
    throttledUntil: number;
    throttleCheckTimeoutId: NodeJS.Timeout | null;
    scheduleCheckPendingRequests: (this: RequestQueue) => void;
    scheduleRequestTimeoutCheck: (this: RequestQueue) => void;
    destroy: (this: RequestQueue) => void;
  }
  export default RequestQueue;
}
