import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import type { SMTPServerOptions } from 'smtp-server';
import { SMTPServer } from 'smtp-server';

export interface TakenMail {
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly messageId: string;
  readonly secure: boolean;
  readonly login: string;
}

/** A mail server, with TLS if it is given a certificate: remembers what it was handed, and refuses with the status the test wants. */
export class MailStandIn {
  readonly messages: TakenMail[] = [];
  /** The status of the answer to the recipient; 250 takes it. */
  status = 250;
  /** From now on takes messages but does not answer. */
  holding = false;

  private constructor(private readonly server: SMTPServer) {}

  static async start(options: SMTPServerOptions = {}): Promise<MailStandIn> {
    const logins = new Map<string, string>();
    const server: SMTPServer = new SMTPServer({
      ...{ allowInsecureAuth: true, disableReverseLookup: true },
      ...{ disabledCommands: options.cert === undefined ? ['STARTTLS'] : [], ...options },
      onAuth: ({ username = '', password = '' }, { id }, done) => {
        logins.set(id, `${username}:${password}`);
        done(null, { user: username });
      },
      onRcptTo: (_address, _session, done) => {
        const error = Object.assign(new Error('refused'), { responseCode: mail.status });
        done(mail.status === 250 ? null : error);
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.once('end', () => {
          if (mail.holding) return;
          void PostalMime.parse(Buffer.concat(chunks)).then(
            ({ subject = '', text = '', messageId = '', from, ...more }) => {
              const [{ address: to } = { address: '' }] = session.envelope.rcptTo;
              const login = logins.get(session.id) ?? '';
              const sender = from?.address ?? '';
              mail.messages.push({
                to,
                from: sender,
                subject,
                text: text.trim(),
                headers: Object.fromEntries(more.headers.map(({ key, value }) => [key, value])),
                messageId,
                secure: session.secure,
                login,
              });
              done();
            },
          );
        });
      },
    });
    // clients that go away are part of the tests
    server.on('error', () => undefined);
    const mail = new MailStandIn(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return mail;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  to(address: string): readonly TakenMail[] {
    return this.messages.filter(({ to }) => to === address);
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.server.close(resolve);
    });
  }
}
