import type { Secret } from '@paygate/platform';
import { postMessage } from './http-sms.js';
import type { Handover, MessageProvider } from './message-provider.js';
import type { Message } from './send-job.js';

export interface JsonSmsOptions {
  readonly url: string;
  readonly token: Secret | undefined;
  readonly timeoutMs: number;
}

/** SMS by `POST {id, to, text}` as JSON with a bearer token. */
export class JsonSmsProvider implements MessageProvider {
  constructor(private readonly options: JsonSmsOptions) {}

  handOver(id: string, { to, text }: Message): Promise<Handover> {
    const { url, token, timeoutMs } = this.options;
    const authorization = token && { authorization: `Bearer ${token.reveal()}` };
    const headers = { 'content-type': 'application/json', ...authorization };
    return postMessage({ url, headers, body: JSON.stringify({ id, to, text }), timeoutMs });
  }

  close(): void {
    // fetch keeps no connection that would hold a process
  }
}
