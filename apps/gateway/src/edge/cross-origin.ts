import type { Operation } from '@paygate/contracts';
import { headers, preferenceHeaders } from '@paygate/contracts';
import { isLocalPage } from './local-page.js';
import { operationOf, routesOfPath } from './routes.js';

const METHOD = /^[A-Z]{1,16}$/;
/** A page in an app of Capacitor or Ionic; on Android these pages are https. */
const WRAPPED_PAGE = /^(capacitor|ionic):\/\/localhost$/;
const HTTPS_PAGE = /^https:\/\/[^/?#@\s]{1,253}$/;

const exposed = [
  headers.requestId,
  headers.apiVersion,
  headers.idempotencyReplayed,
  preferenceHeaders.applied,
  headers.rateLimitPolicy,
  headers.rateLimit,
  'retry-after',
  'allow',
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

/** The request that a preflight announces. */
interface Preflight {
  readonly origin: string | undefined;
  readonly method: string | undefined;
}

/**
 * The pages that may call the API (the CORS protocol of the Fetch standard): any https page, and a page that an app wraps, may call the operations of
 * publishable keys, no page those of servers and of the dashboard. So may a page on the developer's own machine, without https, whose request with a
 * live key is then refused (api-key-verifier.ts). A request that leads to no operation (404, 405, the API
 * document) is open to any page too, so that a browser client can read what is wrong with it. Credentials are headers that a
 * page sets itself; the cookie of the dashboard counts for pages of the gateway's own origin, so none are allowed beyond those. A preflight carries no key: the origins of a key are
 * checked on the request itself.
 */
export class CrossOrigin {
  /** Headers of an answer to a page; none where the page may not read it. */
  ofAnswer(origin: string | undefined, method: string, route: string | undefined): Headers {
    // ofOptions makes these headers for OPTIONS
    if (!this.isPage(origin) || method === 'OPTIONS') return {};
    const operation = operationOf(method, route);
    return operation === undefined || isOpen(operation) ? allowing(origin) : {};
  }

  /** Headers of an answer to `OPTIONS`; undefined for an unknown path, unless it is a page's preflight of a request there. */
  ofOptions(url: string, { origin, method }: Preflight): Headers | undefined {
    const routes = routesOfPath(url);
    const isPreflight = this.isPage(origin) && method !== undefined && METHOD.test(method);
    if (routes.length === 0 && !isPreflight) return undefined;
    const taken = [...new Set(routes.flatMap(({ methods }) => methods))];
    const allow = { allow: [...taken, 'OPTIONS'].join(', ') };
    const open = routes.filter(isOpen).flatMap(({ methods }) => methods);
    if (!isPreflight || (taken.includes(method) && !open.includes(method))) return allow;
    return {
      ...allow,
      ...allowing(origin),
      'access-control-allow-methods': [...new Set([...open, method])].join(', '),
      'access-control-allow-headers': accepted,
      'access-control-max-age': String(PREFLIGHT_SECONDS),
    };
  }

  private isPage(origin: string | undefined): origin is string {
    if (origin === undefined) return false;
    return HTTPS_PAGE.test(origin) || WRAPPED_PAGE.test(origin) || isLocalPage(origin);
  }
}

/** Pages of the dashboard have the gateway's origin and need no permission. */
function isOpen({ key }: Pick<Operation, 'key'>): boolean {
  return key === 'none' || key === 'publishable';
}

function allowing(origin: string): Headers {
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed, vary: 'origin' };
}
