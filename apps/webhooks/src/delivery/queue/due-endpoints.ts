import { Injectable } from '@nestjs/common';

type Listener = (endpointId: string, inSeconds: number) => void;

/** Passes on that an endpoint has deliveries due, now or later: from attempts, which outlast their slice, to the queue. */
@Injectable()
export class DueEndpoints {
  private listener: Listener = () => undefined;

  listen(listener: Listener): void {
    this.listener = listener;
  }

  announce(endpointId: string, inSeconds = 0): void {
    this.listener(endpointId, inSeconds);
  }
}
