import { hash } from 'node:crypto';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import pg from 'pg';

const HEADER_BYTES = 5;
const SYNC_OR_QUERY = ['S', 'Q'];

/** A connection to the pooler. */
interface Client {
  readonly socket: Socket;
  /** Messages that wait for the session. */
  readonly waiting: Message[];
  /** The text after the name in the Parse messages of its named statements. */
  readonly statements: Map<string, Buffer>;
  /** Messages to the server that it answers with ReadyForQuery. */
  unanswered: number;
}

interface Message {
  readonly type: string;
  readonly body: Buffer;
}

/**
 * A pooler in transaction mode before PostgreSQL, as PgBouncer is: its clients share one session, each for a transaction at a time, and it
 * refuses start-up options. With `carriesStatements` it prepares a client's named statement again when that client uses it.
 */
export class TransactionPooler {
  readonly url: string;
  readonly #server: Server;
  readonly #session: Socket;
  readonly #carriesStatements: boolean;
  readonly #clients = new Set<Client>();
  /** True when the client is to see each coming ParseComplete. */
  readonly #parses: boolean[] = [];
  #owner: Client | undefined;

  private constructor(url: string, server: Server, session: Socket, carriesStatements: boolean) {
    this.url = url;
    this.#server = server;
    this.#session = session;
    this.#carriesStatements = carriesStatements;
  }

  static async before(databaseUrl: string, { carriesStatements }: { readonly carriesStatements: boolean }) {
    const session = await openSession(databaseUrl);
    const server = createServer({ noDelay: true });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = new URL(databaseUrl);
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const pooler = new TransactionPooler(url.href, server, session, carriesStatements);
    server.on('connection', (socket) => {
      pooler.#admit(socket);
    });
    readMessages(session, (message) => {
      pooler.#fromServer(message);
    });
    return pooler;
  }

  async close(): Promise<void> {
    for (const { socket } of this.#clients) socket.destroy();
    this.#session.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #admit(socket: Socket): void {
    const client: Client = { socket, waiting: [], statements: new Map(), unanswered: 0 };
    this.#clients.add(client);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#clients.delete(client));
    socket.once('data', (startup) => {
      if (startup.includes('\0options\0')) {
        socket.end(frame('E', 'SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: options\0\0'));
        return;
      }
      // authenticated, with a process id and a secret that no server has, and ready
      const pid = Buffer.from([0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 1]);
      socket.write(Buffer.concat([frame('R', Buffer.alloc(4)), frame('K', pid), frame('Z', 'I')]));
      readMessages(socket, (message) => {
        if (message.type === 'X') return;
        client.waiting.push(message);
        this.#forward();
      });
    });
  }

  /** Sends the messages of the client that has the session; when nobody has it, the first client that waits takes it. */
  #forward(): void {
    this.#owner ??= [...this.#clients].find(({ waiting }) => waiting.length > 0);
    const owner = this.#owner;
    for (let next = owner?.waiting.shift(); owner && next; next = owner.waiting.shift()) {
      if (SYNC_OR_QUERY.includes(next.type)) owner.unanswered += 1;
      this.#session.write(this.#carriesStatements ? this.#carried(owner, next) : frame(next.type, next.body));
    }
  }

  #carried({ statements }: Client, { type, body }: Message): Buffer {
    const [first, rest] = cString(body);
    if (type === 'P') {
      this.#parses.push(true);
      if (first === '') return frame(type, body);
      statements.set(first, rest);
      return prepare(rest);
    }
    const [statement, values] = type === 'B' ? cString(rest) : ['', rest];
    const definition = statements.get(statement);
    if (statement === '' || definition === undefined) return frame(type, body);
    this.#parses.push(false);
    return Buffer.concat([prepare(definition), frame('B', `${first}\0${nameOf(definition)}\0`, values)]);
  }

  #fromServer({ type, body }: Message): void {
    const owner = this.#owner;
    if (owner === undefined) return;
    const isOfPooler = this.#carriesStatements && (type === '3' || (type === '1' && this.#parses.shift() === false));
    if (!isOfPooler) owner.socket.write(frame(type, body));
    if (type !== 'Z') return;
    owner.unanswered -= 1;
    if (owner.unanswered > 0 || body.toString() !== 'I') return;
    this.#parses.length = 0;
    this.#owner = undefined;
    this.#forward();
  }
}

/** A session that pg has opened and authenticated. */
async function openSession(url: string): Promise<Socket> {
  const session = new pg.Client({ connectionString: url });
  session.on('error', () => undefined);
  await session.connect();
  const { stream } = (session as unknown as { readonly connection: { readonly stream: Socket } }).connection;
  stream.removeAllListeners('data');
  return stream;
}

/** Prepares a statement under a name that is made of its text, whether or not the session has it. */
function prepare(definition: Buffer): Buffer {
  const name = `${nameOf(definition)}\0`;
  return Buffer.concat([frame('C', `S${name}`), frame('P', name, definition)]);
}

const nameOf = (definition: Buffer): string => `pooled_${hash('sha256', definition, 'hex').slice(0, 32)}`;

function cString(from: Buffer): readonly [text: string, rest: Buffer] {
  const end = from.indexOf(0);
  return [from.toString('utf8', 0, end), from.subarray(end + 1)];
}

function frame(type: string, ...parts: readonly (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(type);
  header.writeInt32BE(body.length + HEADER_BYTES - 1, 1);
  return Buffer.concat([header, body]);
}

function readMessages(socket: Socket, take: (message: Message) => void): void {
  let unread = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    unread = Buffer.concat([unread, chunk]);
    while (unread.length >= HEADER_BYTES) {
      const end = unread.readInt32BE(1) + 1;
      if (unread.length < end) return;
      const message = { type: unread.toString('latin1', 0, 1), body: unread.subarray(HEADER_BYTES, end) };
      unread = unread.subarray(end);
      take(message);
    }
  });
}
