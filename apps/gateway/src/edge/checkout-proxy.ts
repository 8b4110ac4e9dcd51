import type { IncomingHttpHeaders } from 'node:http';
import httpProxy from '@fastify/http-proxy';
import { headers } from '@paygate/contracts';
import type { Tracing } from '@paygate/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import type { RateLimits } from '../rate-limits/rate-limits.js';
import { acceptedLanguage } from './headers/accept-language.js';
import type { Proxies } from './listener/proxies.js';

/** The path of the payment page. */
export const CHECKOUT_PREFIX = '/checkout';
/** Forms of the payment page hold a phone number, a password or a code. */
const FORM_MAX_BYTES = 8_192;
/** More than the payment page may take for a request, which is more than the API may take for each of its calls. */
const ANSWER_MS = 14_000;
const CONNECTIONS = 128;

/** The headers that the payment page gets from a browser. Everything else stays here: credentials of the API, and what names an address. */
const passedOn = [
  'accept',
  'accept-language',
  'content-type',
  'content-length',
  'origin',
  'sec-fetch-mode',
  'sec-fetch-site',
] as const;
/** The headers that a browser gets from the payment page. */
const passedBack = [
  'cache-control',
  'content-disposition',
  'content-language',
  'content-length',
  'content-security-policy',
  'content-type',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'location',
  'permissions-policy',
  'referrer-policy',
  'retry-after',
  'set-cookie',
  'vary',
  'x-content-type-options',
] as const;
/** Of a payment, a link, or the wallet's own pages. */
const COOKIE = /^__Host-pg_(?:[0-9a-z]{26}|wallet)=/;

interface Parts {
  readonly proxies: Proxies;
  readonly limits: RateLimits;
  readonly tracing: Tracing;
  /** The host of the public address: the only one whose pages count as ours, whatever host a request names. */
  readonly host: string | undefined;
}

/**
 * Passes requests to `/checkout/` on to the payment page, which so has the gateway's origin and certificate and is a process of its
 * own. Both directions pass the headers of a list and no others. An address has a budget, so that it takes not all connections.
 */
export function passOnCheckout(
  fastify: FastifyInstance,
  { CHECKOUT_URL: upstream, PUBLIC_URL: publicUrl }: GatewayConfig,
  parts: Omit<Parts, 'host'>,
): void {
  if (upstream === undefined) return;
  const onward = { ...parts, host: publicUrl === undefined ? undefined : new URL(publicUrl).host };
  void fastify.register((scope, _options, done) => {
    // before the body is read
    scope.addHook('onRequest', async (request, reply) => {
      const seconds = await parts.limits.visitRefusedFor(parts.proxies.clientOf(request.raw));
      if (seconds !== undefined) answerUnavailable(reply, { status: 429, retryAfter: seconds });
      return seconds === undefined ? undefined : reply;
    });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: FORM_MAX_BYTES },
      (_request, body, parsed) => {
        parsed(null, body);
      },
    );
    void scope.register(httpProxy, {
      upstream,
      prefix: CHECKOUT_PREFIX,
      rewritePrefix: CHECKOUT_PREFIX,
      httpMethods: ['GET', 'HEAD', 'POST'],
      proxyPayloads: false,
      disableRequestLogging: true,
      undici: { connections: CONNECTIONS, headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS },
      replyOptions: {
        rewriteRequestHeaders: (request: FastifyRequest) => requestHeaders(request, onward),
        rewriteHeaders: (given: IncomingHttpHeaders) => chosen(given, passedBack),
        onError: (reply: FastifyReply) => {
          answerUnavailable(reply, { status: 503, retryAfter: 5 });
        },
        // a page that answers 503 has tried for seconds: the library would ask it ten times more at once
        retryDelay: () => null,
      },
    } as never);
    done();
  });
}

function requestHeaders(request: FastifyRequest, { proxies, tracing, host }: Parts): Record<string, string | string[]> {
  const traceparent = tracing.active({});
  const cookies = (request.headers.cookie ?? '').split(/;\s*/).filter((cookie) => COOKIE.test(cookie));
  return {
    ...chosen(request.headers, passedOn),
    ...(cookies.length === 0 ? {} : { cookie: cookies.join('; ') }),
    ...(traceparent === undefined ? {} : { traceparent }),
    [headers.requestId]: request.id,
    'x-forwarded-for': proxies.clientOf(request.raw),
    'x-forwarded-host': host ?? request.headers.host ?? '',
    'x-forwarded-proto': 'https',
  };
}

function chosen(given: IncomingHttpHeaders, names: readonly string[]): Record<string, string | string[]> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = given[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

const UNAVAILABLE = {
  fr: ['Page momentanément indisponible', 'Si vous étiez en train de payer, rien n’est débité deux fois.', 'Réessayer'],
  en: ['This page is unavailable for a moment', 'If you were paying, nothing is charged twice.', 'Try again'],
} as const;

/** The payment page does not answer, or not this address so soon. Whatever it was doing, the address of the intent shows the truth when it is back. */
function answerUnavailable(
  reply: FastifyReply,
  { status, retryAfter }: { readonly status: 429 | 503; readonly retryAfter: number },
): void {
  const { request } = reply;
  const language = acceptedLanguage(request.headers['accept-language']) ?? 'fr';
  const [title, text, again] = UNAVAILABLE[language];
  const [path = ''] = request.url.split('?', 1);
  // the address of a form is that of its page and a step
  const page = /^\/checkout\/[A-Za-z0-9_-]{1,200}/.exec(path)?.[0] ?? CHECKOUT_PREFIX;
  void reply
    .code(status)
    .header('retry-after', String(retryAfter))
    .header('content-language', language)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><main><h1>${title}</h1><p>${text}</p><p><a href="${page}">${again}</a></p></main></html>`,
    );
}
