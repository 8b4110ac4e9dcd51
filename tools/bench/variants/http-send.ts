import { Agent, request } from 'node:http';
import type { Reply } from '@paygate/contracts';
import type { AnySend } from './parts.js';

const SOCKETS = 64;

/** Commands as POST requests on keep-alive connections. */
export function httpSend(port: number, path: string): AnySend {
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS });
  const options = { host: '127.0.0.1', port, path, method: 'POST', agent };
  return (_contract, payload, { requestId }) =>
    new Promise<Reply<object>>((resolve, reject) => {
      const text = JSON.stringify({ requestId, payload });
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
      const sending = request({ ...options, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')) as Reply<object>);
        });
      });
      sending.once('error', reject);
      sending.end(text);
    });
}
