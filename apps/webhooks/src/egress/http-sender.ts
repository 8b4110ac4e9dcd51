import { Buffer } from 'node:buffer';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { AttemptResult, FailureCause } from './domain/outcome.js';
import type { AddressGuard } from './address-guard.js';
import { AddressForbidden } from './address-guard.js';
import { NameUnresolved } from './name-resolver.js';

/** Milliseconds for one attempt in all, the answer's body included. */
export const ATTEMPT_TIMEOUT_MS = 15_000;
/** An idle connection that its receiver has closed is found out within this time. What closes later has perhaps begun to work. */
const IDLE_CLOSE_MS = 1_000;
/** Milliseconds until a connection must be open. */
const CONNECT_TIMEOUT_MS = 5_000;
const READ_MAX_BYTES = 16_384;
const EXCERPT_MAX_BYTES = 4_096;
const IDLE_SOCKETS = 256;
const IDLE_SOCKET_MS = 30_000;

const USER_AGENT = 'Paygate-Webhooks/1';

interface Posted {
  readonly url: URL;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Posts bodies to merchants' endpoints and to push services, JSON unless a header says otherwise: no redirects, no decompression, nothing unbounded. */
export class HttpSender {
  private readonly http: HttpAgent;
  private readonly https: HttpsAgent;

  constructor(
    private readonly guard: AddressGuard,
    private readonly timeoutMs = ATTEMPT_TIMEOUT_MS,
  ) {
    const options = {
      keepAlive: true,
      maxFreeSockets: IDLE_SOCKETS,
      timeout: IDLE_SOCKET_MS,
    };
    this.http = new HttpAgent(options);
    this.https = new HttpsAgent(options);
  }

  /** One attempt. It never throws: whatever happens is a result. */
  async post(target: string, body: string | Buffer, headers: Readonly<Record<string, string>>): Promise<AttemptResult> {
    try {
      const url = new URL(target);
      this.guard.checkLiteral(url);
      const posted: Posted = { url, body: typeof body === 'string' ? Buffer.from(body) : body, headers };
      const until = performance.now() + this.timeoutMs;
      try {
        return await this.exchange(posted, this.timeoutMs);
      } catch (error) {
        if (!(error instanceof IdleSocketClosed)) throw error;
        return await this.exchange(posted, until - performance.now(), false);
      }
    } catch (error) {
      return { kind: 'failed', cause: causeOf(error) };
    }
  }

  close(): void {
    this.http.destroy();
    this.https.destroy();
  }

  /** @param reuses true when an idle connection may be used */
  private exchange({ url, body, headers }: Posted, withinMs: number, reuses = true): Promise<AttemptResult> {
    const secure = url.protocol === 'https:';
    return new Promise((resolve, reject) => {
      const request = (secure ? httpsRequest : httpRequest)(url, {
        method: 'POST',
        agent: reuses && (secure ? this.https : this.http),
        lookup: this.guard.lookupOf(url),
        headers: {
          'content-type': 'application/json',
          ...headers,
          'content-length': body.length,
          'user-agent': USER_AGENT,
          accept: '*/*',
          'accept-encoding': 'identity',
        },
      });
      let isAnswered = false;
      const isIdleClose = idleCloseOf(request);
      // lasts until the request is closed, not only answered: a receiver that answers early may never read the rest of the body
      const deadline = setTimeout(() => request.destroy(new AttemptTimeout()), withinMs);
      request.once('close', () => {
        clearTimeout(deadline);
        if (!isAnswered) reject(isIdleClose() ? new IdleSocketClosed() : new ConnectionClosed());
      });
      request.on('error', (error) => {
        reject(!isAnswered && isReset(error) && isIdleClose() ? new IdleSocketClosed() : error);
      });
      request.once('response', (response) => {
        isAnswered = true;
        readAnswer(response).then(resolve, reject);
      });
      request.once('upgrade', (response, socket) => {
        socket.destroy();
        resolve(answered(response, Buffer.alloc(0)));
      });
      boundConnect(request, secure);
      request.end(body);
    });
  }
}

class AttemptTimeout extends Error {
  override readonly name = 'AttemptTimeout';
}

/** The receiver had closed the idle connection that was used: the request is sent again at once, on a new connection. */
class IdleSocketClosed extends Error {
  override readonly name = 'IdleSocketClosed';
}

class ConnectionClosed extends Error {
  override readonly name = 'ConnectionClosed';
}

/** True when a request that is closed now has used an idle connection that the receiver had closed: no byte of an answer has come. */
function idleCloseOf(request: ClientRequest): () => boolean {
  const began = performance.now();
  let readBefore = 0;
  request.once('socket', (socket) => {
    readBefore = socket.bytesRead;
  });
  return () =>
    request.reusedSocket && request.socket?.bytesRead === readBefore && performance.now() - began < IDLE_CLOSE_MS;
}

function isReset(error: Error): boolean {
  return 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}

/** A connection, the TLS handshake included, must be open within {@link CONNECT_TIMEOUT_MS}. */
function boundConnect(request: ClientRequest, secure: boolean): void {
  request.once('socket', (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => request.destroy(new AttemptTimeout()), CONNECT_TIMEOUT_MS);
    const done = (): void => {
      clearTimeout(timer);
    };
    socket.once(secure ? 'secureConnect' : 'connect', done);
    socket.once('close', done);
  });
}

/**
 * Reads an answer up to {@link READ_MAX_BYTES}. The status decides; a longer body is cut off with its connection, so that
 * an endless one holds a slot no longer than a short one.
 */
async function readAnswer(response: IncomingMessage): Promise<AttemptResult> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > READ_MAX_BYTES) break; // leaving the loop destroys the response and its connection
  }
  return answered(response, Buffer.concat(chunks));
}

function answered(response: IncomingMessage, body: Buffer): AttemptResult {
  const excerpt = body.subarray(0, EXCERPT_MAX_BYTES).toString('utf8').replaceAll('\0', '');
  const retryAfterSeconds = retryAfter(response.headers['retry-after']);
  return {
    kind: 'answered',
    status: response.statusCode ?? 0,
    excerpt,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}

/** Retry-After as seconds; a date counts from now (RFC 9110, section 10.2.3). */
function retryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^[0-9]{1,9}$/.test(header)) return Number(header);
  const seconds = Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

function causeOf(error: unknown): FailureCause {
  if (error instanceof AttemptTimeout) return 'timeout';
  if (error instanceof AddressForbidden) return 'address_forbidden';
  if (error instanceof NameUnresolved) return 'dns';
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (/^(ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_SSL|EPROTO)/.test(code)) return 'tls';
  if (code === 'ETIMEDOUT') return 'timeout';
  return 'connection';
}
