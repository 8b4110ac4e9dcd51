import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';

const TIMEOUT_MS = 5_000;

export interface CallbackRequest {
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

/** Sends a callback once. Gives the status of the answer, or why there was none; an operator reads no more of it. */
export function sendCallback({ method, url, body }: CallbackRequest, ca: string | undefined): Promise<string> {
  return new Promise((resolve) => {
    const target = new URL(url);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const options = { method, headers, timeout: TIMEOUT_MS, ...(ca === undefined ? {} : { ca }) };
    const send = target.protocol === 'https:' ? tlsRequest : plainRequest;
    const sent = send(target, options, (answer) => {
      answer.resume();
      resolve(String(answer.statusCode));
    });
    sent.once('timeout', () => sent.destroy(new Error('time-out')));
    sent.once('error', ({ message }) => {
      resolve(message);
    });
    sent.end(body);
  });
}
