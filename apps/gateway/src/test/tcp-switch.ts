import type { AddressInfo, Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

interface Target {
  readonly host: string;
  readonly port: number;
}

/** A TCP connection to an engine that a test can cut, and can freeze. */
export class TcpSwitch {
  private readonly sockets = new Set<Socket>();
  private state: 'open' | 'cut' | 'frozen' = 'open';

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async to(target: Target): Promise<TcpSwitch> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const made = new TcpSwitch(server, (server.address() as AddressInfo).port);
    server.on('connection', (client) => {
      made.pass(client, target);
    });
    return made;
  }

  /** Ends all connections, and every new one at once. */
  cut(): void {
    this.state = 'cut';
    this.drop();
  }

  /** Keeps all connections and takes new ones, and passes nothing on any more. */
  freeze(): void {
    this.state = 'frozen';
  }

  /** Passes on again, over new connections. */
  mend(): void {
    this.state = 'open';
    this.drop();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private drop(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private pass(client: Socket, { host, port }: Target): void {
    if (this.state === 'cut') {
      client.destroy();
      return;
    }
    const engine = connect(port, host);
    for (const [from, to] of [
      [client, engine],
      [engine, client],
    ] as const) {
      this.sockets.add(from);
      from.on('error', () => undefined);
      from.on('data', (chunk) => {
        if (this.state === 'open') to.write(chunk);
      });
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
    }
  }
}
