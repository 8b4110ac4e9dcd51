import { Buffer } from 'node:buffer';
import type { RemoteInfo, Socket } from 'node:dgram';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';

const HEADER_BYTES = 12;
const TYPE = { A: 1, CNAME: 5, AAAA: 28 } as const;
const CLASS_INTERNET = 1;
const ANSWERED = 0x8180;
const NO_SUCH_NAME = ANSWERED | 3;

/** The records of a name: addresses of both families, perhaps by another name, and the type of which nothing is said. */
interface Entry {
  readonly aliasOf?: string;
  readonly addresses: readonly string[];
  /** The addresses that every look-up after the first one gets. */
  readonly later?: readonly string[];
  readonly silentOf?: keyof typeof TYPE;
}

/** The records of names and of the names below them. A silent name gets no answer; any other name does not exist. */
export type Zone = Readonly<Record<string, Entry | 'silent'>>;

/** A name server on a real port (RFC 1035). */
export class NameServer {
  /** The queried names, one entry per query. */
  readonly asked: string[] = [];
  private readonly answered = new Set<string>();

  private constructor(
    private readonly socket: Socket,
    private readonly zone: Zone,
  ) {
    socket.on('message', (message, sender) => {
      this.answer(message, sender);
    });
  }

  static async start(zone: Zone): Promise<NameServer> {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new NameServer(socket, zone);
  }

  get address(): string {
    return `127.0.0.1:${String(this.socket.address().port)}`;
  }

  stop(): void {
    this.socket.close();
  }

  private answer(message: Buffer, sender: RemoteInfo): void {
    const { name, type, bytes } = questionOf(message);
    this.asked.push(name);
    const entry = Object.entries(this.zone).find(([known]) => `.${name}`.endsWith(`.${known}`))?.[1];
    if (entry === 'silent' || (entry?.silentOf !== undefined && TYPE[entry.silentOf] === type)) return;
    const question = `${name} ${String(type)}`;
    const { later } = entry ?? {};
    const given = entry && later && this.answered.has(question) ? { ...entry, addresses: later } : entry;
    this.answered.add(question);
    const records = given === undefined ? [] : recordsOf(name, type, given);
    const header = Buffer.alloc(HEADER_BYTES);
    message.copy(header, 0, 0, 2);
    header.writeUInt16BE(entry === undefined ? NO_SUCH_NAME : ANSWERED, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    this.socket.send(Buffer.concat([header, bytes, ...records]), sender.port, sender.address);
  }
}

function questionOf(message: Buffer): { readonly name: string; readonly type: number; readonly bytes: Buffer } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return {
    name: labels.join('.'),
    type: message.readUInt16BE(at + 1),
    bytes: message.subarray(HEADER_BYTES, at + 5),
  };
}

function recordsOf(name: string, type: number, { aliasOf, addresses }: Entry): readonly Buffer[] {
  const alias = aliasOf === undefined ? [] : [record(name, TYPE.CNAME, nameBytes(aliasOf))];
  const ofType = addresses.filter((address) => (isIPv4(address) ? TYPE.A : TYPE.AAAA) === type);
  return [...alias, ...ofType.map((address) => record(aliasOf ?? name, type, addressBytes(address)))];
}

function record(name: string, type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(10);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(CLASS_INTERNET, 2);
  head.writeUInt16BE(data.length, 8);
  return Buffer.concat([nameBytes(name), head, data]);
}

function nameBytes(name: string): Buffer {
  return Buffer.concat([...name.split('.'), ''].map((label) => Buffer.from([label.length, ...Buffer.from(label)])));
}

function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail = ''] = address.split('::').map((half) =>
    half
      .split(':')
      .map((group) => group.padStart(4, '0'))
      .join(''),
  );
  return Buffer.from(head + tail.padStart(32 - head.length, '0'), 'hex');
}
