import type { Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/**
 * A TCP proxy before PostgreSQL that cuts connections where a test says. `cutOn` sees each chunk from the client after
 * it was (or was not) passed on.
 */
export class CuttingProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Chunks from the client that contain this text are the trigger. */
  #trigger: { text: string; when: 'before' | 'after' | 'frozen' } | undefined;
  #refusing = false;
  #lagMs = 0;
  connections = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async before(databaseUrl: string): Promise<{ proxy: CuttingProxy; url: string }> {
    const target = new URL(databaseUrl);
    const server = createServer();
    const proxy = new CuttingProxy(server);
    server.on('connection', (socket) => {
      proxy.#pass(socket, Number(target.port), target.hostname);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = new URL(databaseUrl);
    url.hostname = '127.0.0.1';
    url.port = String((server.address() as AddressInfo).port);
    return { proxy, url: url.href };
  }

  /**
   * The next chunk that contains `text`: `before` never reaches the server, `after` does and its answer is swallowed,
   * `frozen` reaches nobody and the connection stays open.
   */
  cut(when: 'before' | 'after' | 'frozen', text: string): void {
    this.#trigger = { text, when };
  }

  /** Cuts all connections and refuses new ones until {@link CuttingProxy.restore}. */
  goAway(): void {
    this.#refusing = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** From now on connections are let in after a while. */
  lag(ms: number): void {
    this.#lagMs = ms;
  }

  restore(): void {
    this.#refusing = false;
  }

  async close(): Promise<void> {
    this.goAway();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #pass(client: Socket, port: number, host: string): void {
    this.connections++;
    if (this.#refusing) {
      client.destroy();
      return;
    }
    const server = connect(port, host);
    if (this.#lagMs > 0) {
      server.pause();
      setTimeout(() => server.resume(), this.#lagMs).unref();
    }
    let mode: 'open' | 'swallow' | 'frozen' = 'open';
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    server.on('data', (chunk) => {
      if (mode === 'open') client.write(chunk);
      // the server has answered: now it has certainly executed
      if (mode === 'swallow') client.destroy();
    });
    client.on('data', (chunk) => {
      if (mode === 'frozen') return;
      const trigger = this.#trigger;
      if (trigger === undefined || !chunk.includes(trigger.text)) {
        server.write(chunk);
        return;
      }
      this.#trigger = undefined;
      if (trigger.when === 'before') client.destroy();
      if (trigger.when === 'frozen') mode = 'frozen';
      if (trigger.when === 'after') {
        mode = 'swallow';
        server.write(chunk);
      }
    });
  }
}
