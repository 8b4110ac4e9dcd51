import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';

type Fault = 'dropped' | 'reset' | 'stalled' | 'answer lost' | '500' | '429';
const FAULTS: readonly Fault[] = ['dropped', 'reset', 'stalled', 'answer lost', '500', '429'];

/** A proxy in front of a gateway that fails for a part of the requests, in each way in turn. */
export class FaultyGateway {
  /** The number of times that each fault happened. */
  readonly faults = new Map<Fault, number>();
  private readonly server: Server;
  private requests = 0;
  private failed = 0;

  constructor(
    private readonly gateway: string,
    private readonly share: number,
  ) {
    this.server = createServer((request, response) => {
      this.handle(request, response);
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private handle(request: IncomingMessage, response: ServerResponse): void {
    this.requests++;
    if (this.failed >= this.requests * this.share) {
      this.forward(request, response, false);
      return;
    }
    const fault = FAULTS[this.failed++ % FAULTS.length] ?? 'dropped';
    this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1);
    switch (fault) {
      case 'dropped':
        request.socket.destroy();
        return;
      case 'reset':
        request.socket.resetAndDestroy();
        return;
      case 'stalled':
        return;
      case 'answer lost':
        // the effect takes place, and the caller does not learn of it
        this.forward(request, response, true);
        return;
      case '500':
        response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
        return;
      case '429':
        response.writeHead(429, { 'retry-after': '1' }).end();
    }
  }

  private forward(request: IncomingMessage, response: ServerResponse, isLost: boolean): void {
    const { method, headers } = request;
    const target = new URL(request.url ?? '/', this.gateway);
    const onward = httpsRequest(target, { method, headers: { ...headers, host: target.host } }, (answer) => {
      if (isLost) {
        answer.resume();
        request.socket.destroy();
        return;
      }
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => request.socket.destroy());
    request.pipe(onward);
  }
}
