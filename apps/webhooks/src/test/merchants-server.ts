import type { IncomingHttpHeaders, OutgoingHttpHeaders, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The answer of a path; undefined is no answer at all. */
export interface Answer {
  readonly status: number;
  readonly headers?: OutgoingHttpHeaders;
}
export type Behaviour = (index: number) => Answer | undefined | Promise<Answer | undefined>;

/** One POST. */
export interface Post {
  readonly path: string;
  readonly eventId: string;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
  readonly atMs: number;
}

const OK: Behaviour = () => ({ status: 200 });

/** The endpoints of several merchants on one port: each path behaves in its own way. */
export class MerchantsServer {
  readonly posts: Post[] = [];
  private readonly behaviours = new Map<string, Behaviour>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<MerchantsServer> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const path = request.url ?? '';
        merchants.posts.push({
          path,
          eventId: String(request.headers['webhook-id']),
          body: Buffer.concat(chunks).toString('utf8'),
          headers: request.headers,
          atMs: performance.now(),
        });
        void Promise.resolve(merchants.behaviour(path)(merchants.at(path).length)).then((answer) => {
          if (answer !== undefined) response.writeHead(answer.status, answer.headers).end('seen');
        });
      });
    });
    const merchants = new MerchantsServer(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return merchants;
  }

  get address(): string {
    return `127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  url(path: string): string {
    return `http://${this.address}${path}`;
  }

  /** Decides what a path answers, 200 by default. */
  on(path: string, behaviour: Behaviour): void {
    this.behaviours.set(path, behaviour);
  }

  /** The POSTs to a path. */
  at(path: string): readonly Post[] {
    return this.posts.filter((post) => post.path === path);
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private behaviour(path: string): Behaviour {
    return this.behaviours.get(path) ?? OK;
  }
}
