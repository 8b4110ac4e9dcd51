import type { AddressInfo } from 'node:net';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { equalsConstantTime, sha256Base64url, ShutdownCoordinator } from '@paygate/platform';
import PostalMime from 'postal-mime';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import { SMTPServer } from 'smtp-server';
import { RailSimulatorConfig } from '../config.js';
import { Inbox } from './inbox.js';

const MESSAGE_LIMIT_BYTES = 65_536;
const SENDERS = 64;
const IDLE_MS = 60_000;

/** The inbox as an SMTP server (RFC 5321), without TLS because it is for test mode only. The password is INBOX_TOKEN. */
@Injectable()
export class SmtpInbox implements OnApplicationBootstrap {
  readonly #server: SMTPServer;
  readonly #password: string;

  constructor(
    private readonly config: RailSimulatorConfig,
    private readonly inbox: Inbox,
    shutdown: ShutdownCoordinator,
  ) {
    this.#password = sha256Base64url(config.INBOX_TOKEN.reveal());
    this.#server = new SMTPServer({
      ...{ size: MESSAGE_LIMIT_BYTES, rejectOversized: true, maxClients: SENDERS, socketTimeout: IDLE_MS },
      ...{ disabledCommands: ['STARTTLS'], allowInsecureAuth: true, disableReverseLookup: true, logger: false },
      onAuth: ({ password }, _session, done) => {
        const isSender = equalsConstantTime(sha256Base64url(password ?? ''), this.#password);
        done(isSender ? null : new Error('wrong password'), { user: 'sender' });
      },
      onData: (stream, session, done) => {
        this.#receive(stream, session).then(() => {
          done();
        }, done);
      },
    });
    // a sender that disconnects early is no fault of the server
    this.#server.on('error', () => undefined);
    shutdown.on('stop-intake', 'smtp', async () => {
      await new Promise<void>((resolve) => {
        this.#server.close(resolve);
      });
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.server.once('error', reject);
      this.#server.listen(this.config.INBOX_SMTP_PORT, this.config.INBOX_HOST, resolve);
    });
  }

  /** The port that it listens on. */
  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  async #receive(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk as Buffer);
    if (stream.sizeExceeded) return; // the server refuses it
    const { messageId, subject = '', text = '' } = await PostalMime.parse(Buffer.concat(chunks));
    for (const { address } of envelope.rcptTo) {
      const id = messageId === undefined ? crypto.randomUUID() : `${messageId} ${address}`;
      await this.inbox.add(id, { to: address, channel: 'email', subject, text: text.trim() });
    }
  }
}
