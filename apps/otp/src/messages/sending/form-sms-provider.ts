import type { Secret } from '@paygate/platform';
import { postMessage } from './http-sms.js';
import type { Handover, MessageProvider } from './message-provider.js';
import type { Message } from './send-job.js';

export interface FormSmsOptions {
  /** With account and token: `https://account:token@host/…`. */
  readonly url: Secret;
  /** The number or name that the message comes from. */
  readonly sender: string;
  readonly timeoutMs: number;
}

/** SMS by a form of `To`, `From` and `Body` with Basic authentication, as Twilio's Messages resource takes it. */
export class FormSmsProvider implements MessageProvider {
  readonly #url: string;
  readonly #authorization: string;

  constructor(private readonly options: FormSmsOptions) {
    const { origin, pathname, search, username, password } = new URL(options.url.reveal());
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    this.#url = `${origin}${pathname}${search}`;
    this.#authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  }

  handOver(id: string, { to, text }: Message): Promise<Handover> {
    const { sender, timeoutMs } = this.options;
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: this.#authorization,
      'idempotency-key': id,
    };
    const body = new URLSearchParams({ To: to, From: sender, Body: text }).toString();
    return postMessage({ url: this.#url, headers, body, timeoutMs });
  }

  close(): void {
    // fetch keeps no connection that would hold a process
  }
}
