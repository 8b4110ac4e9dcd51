import type { Secret } from '@paygate/platform';
import { createTransport } from 'nodemailer';
import type { Handover, MessageProvider } from './message-provider.js';
import type { Message } from './send-job.js';

export interface SmtpOptions {
  /** `smtps://user:password@host:465`, or `smtp://…:587` for STARTTLS. */
  readonly url: Secret;
  /** The address that the mail comes from. */
  readonly sender: string;
  readonly timeoutMs: number;
  /** True when a connection without TLS is closed before anything is sent on it. */
  readonly requiresTls: boolean;
  /** PEM of an authority besides the system's. */
  readonly ca?: string | undefined;
}

const CONNECTIONS = 4;
const IDLE_MS = 30_000;

/** E-mail by SMTP (RFC 5321), plain text. The message's id is its Message-ID too. */
export class SmtpProvider implements MessageProvider {
  readonly #timeoutMs: number;
  readonly #sender: string;
  readonly #transport: ReturnType<typeof transportOf>;

  constructor(options: SmtpOptions) {
    this.#timeoutMs = options.timeoutMs;
    this.#sender = options.sender;
    this.#transport = transportOf(options);
  }

  async handOver(id: string, { to, text, subject, stopUrl }: Message): Promise<Handover> {
    const domain = this.#sender.split('@')[1] ?? 'localhost';
    const mail = {
      from: this.#sender,
      // as objects: no part of an address is read as another address or header
      to: { name: '', address: to },
      messageId: `<${id}@${domain}>`,
      ...{ text, subject: subject ?? '' },
      ...(stopUrl === undefined ? {} : { headers: stopHeaders(stopUrl) }),
    };
    // the transport's own times are those of one step, and a server may be slow at each
    const late = timeout(this.#timeoutMs);
    try {
      return await Promise.race([this.#transport.sendMail(mail).then(() => taken), late.passed]);
    } catch (error) {
      return handoverOf(error);
    } finally {
      late.cancel();
    }
  }

  close(): void {
    this.#transport.close();
  }
}

const taken: Handover = { kind: 'taken' };

/** One-click unsubscription (RFC 8058): the recipient's mail provider posts to the address, and asks nobody. */
function stopHeaders(url: string): Readonly<Record<string, string>> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

function transportOf({ url, timeoutMs, requiresTls, ca }: SmtpOptions) {
  const { protocol, hostname, port, username, password } = new URL(url.reveal());
  const secure = protocol === 'smtps:';
  const auth =
    username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } };
  return createTransport({
    ...{ pool: true, maxConnections: CONNECTIONS, idleTimeout: IDLE_MS, maxRequeues: 0 },
    ...{ host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? (secure ? 465 : 587) : Number(port) },
    ...{ secure, requireTLS: requiresTls && !secure, ignoreTLS: !requiresTls && !secure },
    ...{ connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs, dnsTimeout: timeoutMs },
    tls: { minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
    ...auth,
    ...{ disableFileAccess: true, disableUrlAccess: true, logger: false },
  });
}

/** The outcome by the server's reply (RFC 5321, 4.2.1): 5yz is permanent, unless it is about this client and not about the message. */
function handoverOf(error: unknown): Handover {
  const { code, responseCode } = error as { readonly code?: unknown; readonly responseCode?: unknown };
  const status = typeof responseCode === 'number' ? responseCode : undefined;
  const reason = status ?? (typeof code === 'string' ? code : 'error');
  const isOfMessage = code === 'EENVELOPE' || code === 'EMESSAGE';
  const never = isOfMessage && status !== undefined && status >= 500;
  return { kind: never ? 'refused' : 'failed', reason: `smtp ${reason}` };
}

function timeout(ms: number): { readonly passed: Promise<Handover>; readonly cancel: () => void } {
  const { promise, resolve } = Promise.withResolvers<Handover>();
  const timer = setTimeout(resolve, ms, { kind: 'failed', reason: 'TimeoutError' });
  return {
    passed: promise,
    cancel: () => {
      clearTimeout(timer);
    },
  };
}
