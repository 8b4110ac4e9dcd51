/** The requests of one connection: no public part of kafkajs. What is declared here is what the patch of it touches. */
declare module 'kafkajs/src/network/requestQueue/index.js' {
  interface SocketRequest {
    readonly sentAt: number;
    readonly requestTimeout: number;
    timeoutRequest(): void;
  }
  export interface RequestQueue {
    readonly pending: readonly unknown[];
    readonly throttledUntil: number;
    readonly inflight: ReadonlyMap<number, SocketRequest>;
    readonly enforceRequestTimeout: boolean;
    readonly isConnected: () => boolean;
    requestTimeoutIntervalId?: NodeJS.Timeout;
    destroy(): void;
  }
  type Method = (this: RequestQueue) => void;
  const RequestQueueClass: {
    readonly prototype: { scheduleCheckPendingRequests: Method; scheduleRequestTimeoutCheck: Method };
  };
  export default RequestQueueClass;
}
