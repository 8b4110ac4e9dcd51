import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PaygateBrowser } from '../index.js';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;
export interface SeenRequest {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export const TOKEN = 'eyJ.otp.token';
export const apiKey = 'pk_test_not_a_real_key';
export const init = { userId: 'usr_1', channel: 'sms' } as const;
export const sentOtp = { otpId: 'otp_1', userId: 'usr_1' };
export const charged = { id: 'ch_1', object: 'charge', status: 'COMPLETED' };
const usual: Readonly<Record<string, object>> = {
  '/prefix/auth/web': { id: 'usr_1', token: 'user-token' },
  '/prefix/auth/otp/init': sentOtp,
  '/prefix/auth/otp/verify': {
    ...{ token: TOKEN, tokenType: 'Bearer', expiresAt: '2026-11-20T10:05:00.000Z', intentionId: 'pi_1' },
  },
  '/prefix/payment/charge': charged,
  '/prefix/gateway/session': { id: 'pi_1' },
};

/** A gateway that gives the answers of a test first, and then those of calls that succeed. */
export class ScriptedGateway {
  answers: Answer[] = [];
  seen: SeenRequest[] = [];
  private readonly server: Server = createServer((request, response) => {
    const { url = '', headers } = request;
    const parts: string[] = [];
    request.setEncoding('utf8').on('data', (part: string) => parts.push(part));
    request.on('end', () => {
      this.seen.push({ url, headers, body: parts.join('') });
      (this.answers.shift() ?? json(200, usual[url]))(request, response);
    });
  });

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  /** A client, and a gateway that remembers nothing. */
  begin(): PaygateBrowser {
    [this.answers, this.seen] = [[], []];
    return new PaygateBrowser({ apiKey, baseUrl: this.url, locale: 'fr' });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/prefix/`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_1', ...headers });
    response.end(body === undefined ? '' : JSON.stringify(body));
  };
export const problem = (status: number, code: string, more: object = {}, headers = {}): Answer =>
  json(status, { detail: 'Not now', status, code, retryable: false, requestId: 'req_1', ...more }, headers);
export const busy = problem(503, 'service_unavailable', { retryable: true });

/** The error of a call that rejects. */
export async function failure(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('the call was expected to fail');
}
