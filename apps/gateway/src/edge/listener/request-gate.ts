import type { IncomingMessage } from 'node:http';
import { apiVersions, CHECKOUT_KEY_HEADER, headers } from '@paygate/contracts';
import { API_KEY_TRACE, OPAQUE_TOKEN_TRACE, PaygateError } from '@paygate/platform';
import type { Proxies } from './proxies.js';

/**
 * Headers that a request may have once. Node keeps the first of two Authorization headers, and it joins two x-api-key with a
 * comma; a proxy before the gateway may have read the other one.
 */
const single: ReadonlySet<string> = new Set([
  ...Object.values(headers),
  CHECKOUT_KEY_HEADER,
  'host',
  'origin',
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'x-forwarded-proto',
]);
const SESSION_TOKEN_TRACE = /sess_[0-7][0-9a-z]{25}/;
const traces = [API_KEY_TRACE, SESSION_TOKEN_TRACE, OPAQUE_TOKEN_TRACE];
/** A name or an address, and perhaps a port: RFC 9110, section 7.2, without percent-encoded names. */
const HOST = /^(?:[A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?$/;
const URL_MAX_CHARACTERS = 2_048;

/** The rules for every request, whatever its operation. They need no look-up. */
export class RequestGate {
  constructor(private readonly proxies: Proxies) {}

  /** Throws the PaygateError that refuses the request. */
  check(request: IncomingMessage): void {
    // first, so that a key sent in the clear is answered alike whether it is good or not
    if (!this.proxies.isSecure(request)) throw new PaygateError('https_required');
    checkTarget(request.url ?? '');
    checkHeaders(request);
    const version = request.headers[headers.apiVersion];
    if (version !== undefined && !apiVersions.includes(String(version)))
      throw new PaygateError('version_unknown', {
        detail: `The known versions are ${apiVersions.join(', ')}.`,
        param: headers.apiVersion,
        fields: { knownVersions: apiVersions.join(', ') },
      });
  }
}

function checkTarget(target: string): void {
  if (target.length > URL_MAX_CHARACTERS) throw new PaygateError('uri_too_long');
  if (!target.startsWith('/')) throw malformed('The request target must be a path.');
  for (const spelling of [target, decoded(target)])
    if (traces.some((trace) => trace.test(spelling))) throw new PaygateError('key_in_url');
}

/** The target as a server reads it that decodes percent-encoding. */
function decoded(target: string): string {
  if (!target.includes('%')) return target;
  return target.replaceAll(/%([0-7][0-9a-fA-F])/g, (_match, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function checkHeaders(request: IncomingMessage): void {
  // Node parses a request line that names HTTP/2 as HTTP/1.1
  if (request.httpVersionMajor !== 1) throw malformed('The protocol must be HTTP/1.1.');
  const { host } = request.headers;
  if (host === undefined) throw malformed('The Host header is missing.');
  if (!HOST.test(host)) throw malformed('The Host header names no host.');
  const coding = request.headers['transfer-encoding'];
  if (coding !== undefined && coding !== 'chunked') throw malformed('The transfer coding is not known.');
  const seen = new Set<string>();
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index]?.toLowerCase() ?? '';
    if (!single.has(name)) continue;
    if (seen.has(name)) throw malformed(`The header ${name} occurs twice.`);
    seen.add(name);
  }
}

function malformed(detail: string): PaygateError {
  return new PaygateError('request_malformed', { detail });
}
