import type { IncomingHttpHeaders, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const SWITCHING_PROTOCOLS = 101;
const SWITCH_TO_WEBSOCKET = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n';

/** One POST that a merchant's receiver got. */
export interface Arrival {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A merchant's endpoint on a real port; `answer` gives the status for the nth arrival, or undefined for no answer. */
export class Receiver {
  readonly arrivals: Arrival[] = [];
  answer: (index: number) => number | undefined = () => 200;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Receiver> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        receiver.arrivals.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
        const status = receiver.answer(receiver.arrivals.length);
        if (status === SWITCHING_PROTOCOLS) request.socket.write(SWITCH_TO_WEBSOCKET);
        else if (status !== undefined) response.writeHead(status).end('seen');
      });
    });
    const receiver = new Receiver(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get address(): string {
    return `127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  get eventIds(): readonly string[] {
    return this.arrivals.map(({ headers }) => String(headers['webhook-id']));
  }

  /** Answers nothing more to what is under way. */
  dropConnections(): void {
    this.server.closeAllConnections();
  }

  stop(): void {
    this.dropConnections();
    this.server.close();
  }
}
