import type { Operation } from '@paygate/contracts';
import { headers, preferenceHeaders } from '@paygate/contracts';
import { operationOf, routesOfPath } from './routes.js';

/** A page on the developer's own machine. */
const LOCAL_PAGE = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?$/;
const HTTPS_PAGE = /^https:\/\/[^/?#@\s]{1,253}$/;

const exposed = [
  headers.requestId,
  headers.apiVersion,
  headers.idempotencyReplayed,
  preferenceHeaders.applied,
  headers.rateLimitPolicy,
  headers.rateLimit,
  'retry-after',
].join(', ');
const accepted = [
  'content-type',
  headers.apiKey,
  headers.authorization,
  headers.sessionToken,
  headers.otpToken,
  headers.idempotencyKey,
  preferenceHeaders.prefer,
  headers.requestId,
  headers.apiVersion,
].join(', ');
const PREFLIGHT_SECONDS = 600;

type Headers = Readonly<Record<string, string>>;

/** What a preflight says of the request to come. */
interface Asked {
  readonly origin: string | undefined;
  readonly method: string | undefined;
}

/**
 * Which pages may call the API (the CORS protocol of the Fetch standard): any https page the operations of publishable
 * keys, none the operations of servers and of the dashboard. Credentials are headers that a page sets itself, never cookies, so none are allowed
 * beyond those. A preflight carries no key: the origins of a key are checked where the key is, on the request itself.
 */
export class CrossOrigin {
  /** `localPages` lets in pages of the developer's own machine, which have no https. */
  constructor(private readonly localPages: boolean) {}

  /** Headers of an answer to a page; none where the page may not read it. */
  ofAnswer(origin: string | undefined, method: string, route: string | undefined): Headers {
    if (!this.isPage(origin)) return {};
    const operation = operationOf(method, route);
    return operation !== undefined && isOpen(operation) ? allowing(origin) : {};
  }

  /** Headers of an answer to `OPTIONS`: what may be asked, and what a page may ask. Undefined for an unknown path. */
  ofOptions(url: string, asked: Asked): Headers | undefined {
    const routes = routesOfPath(url);
    if (routes.length === 0) return undefined;
    const allow = { allow: [...new Set(routes.flatMap(({ methods }) => methods)), 'OPTIONS'].join(', ') };
    const open = routes.filter(isOpen).flatMap(({ methods }) => methods);
    const { origin, method } = asked;
    if (!this.isPage(origin) || method === undefined || !open.includes(method)) return allow;
    return {
      ...allow,
      ...allowing(origin),
      'access-control-allow-methods': open.join(', '),
      'access-control-allow-headers': accepted,
      'access-control-max-age': String(PREFLIGHT_SECONDS),
    };
  }

  private isPage(origin: string | undefined): origin is string {
    if (origin === undefined) return false;
    return HTTPS_PAGE.test(origin) || (this.localPages && LOCAL_PAGE.test(origin));
  }
}

/** The dashboard has pages of its own origin, which need no leave. */
function isOpen({ key }: Pick<Operation, 'key'>): boolean {
  return key === 'none' || key === 'publishable';
}

function allowing(origin: string): Headers {
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed, vary: 'origin' };
}
