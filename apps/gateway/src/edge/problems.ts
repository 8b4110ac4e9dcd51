import { HttpException, Injectable } from '@nestjs/common';
import type { ErrorCode, Fault } from '@paygate/contracts';
import { errorCatalogue, PROBLEM_MEDIA_TYPE, renderProblem } from '@paygate/contracts';
import { PaygateError } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { RequestFault } from '../requests/request-reader.js';
import { docsUrlOf } from './docs-url.js';
import { sendMissingPage, wantsPage } from './missing-page.js';
import { methodsOf } from './routes.js';

const codesByStatus: ReadonlyMap<number, ErrorCode> = new Map<number, ErrorCode>([
  [400, 'request_malformed'],
  [404, 'route_not_found'],
  [408, 'request_timeout'],
  [413, 'body_too_large'],
  [414, 'uri_too_long'],
  [415, 'media_type_unsupported'],
  [431, 'headers_too_large'],
]);

/** The error of the catalogue for a thrown value: our own, the framework's, or an unexpected one. */
export function paygateErrorOf(error: unknown, request: { readonly url: string }): PaygateError {
  if (error instanceof PaygateError) return error;
  const code = codesByStatus.get(statusOf(error));
  if (code === undefined) return new PaygateError('internal_error', { cause: error });
  if (code === 'media_type_unsupported') return unsupportedMediaType();
  return code === 'route_not_found' ? noRouteFor(request.url) : new PaygateError(code);
}

/** The detail names the accepted body, because clients without a content type send a form. */
export function unsupportedMediaType(): PaygateError {
  return new PaygateError('media_type_unsupported', {
    detail: 'The body must be application/json in UTF-8, uncompressed.',
  });
}

/** The error of a request that no route takes: its path is unknown, or takes other methods. */
export function noRouteFor(url: string): PaygateError {
  return new PaygateError(methodsOf(url).length > 0 ? 'method_not_allowed' : 'route_not_found');
}

/** The status of the framework's own errors. Their messages are not repeated. */
function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' ? status : 500;
}

/** Writes errors as problem documents. The `type` of one is the page of its code. */
@Injectable()
export class Problems {
  private readonly docsUrl: string;
  private readonly supportUrl: string | undefined;

  constructor(config: GatewayConfig) {
    this.docsUrl = docsUrlOf(config);
    this.supportUrl = config.SUPPORT_URL;
  }

  /** Answers with the document of an error; a browser that asks for an address that leads to no page gets a page that says so. */
  answer(error: PaygateError, request: FastifyRequest, reply: FastifyReply): void {
    request.problem = error.code;
    if (leadsNowhere.includes(error.code) && wantsPage(request)) {
      sendMissingPage(request, reply, { status: errorCatalogue[error.code].status, supportUrl: this.supportUrl });
      return;
    }
    void reply
      .code(errorCatalogue[error.code].status)
      .headers(problemHeaders(error, request.url))
      .header('content-type', PROBLEM_MEDIA_TYPE)
      // bytes: to text Fastify would add a charset, which this media type does not have
      .send(Buffer.from(this.textOf(error, request.id)));
  }

  /** The document of an error. */
  textOf(error: PaygateError, requestId: string): string {
    const retryAfter = retryAfterSeconds(error);
    const faults = faultsOf(error);
    return renderProblem(error.code, {
      requestId,
      docsUrl: this.docsUrl,
      fields: { ...error.fields, ...(retryAfter === undefined ? {} : { retryAfter }) },
      ...(error.detail === undefined ? {} : { detail: error.detail }),
      ...(error.param === undefined || error.param === '' ? {} : { param: error.param }),
      ...(faults === undefined ? {} : { faults }),
    });
  }
}

/** An unknown address, one that is longer than any, and one that cannot be read. */
const leadsNowhere: readonly ErrorCode[] = ['route_not_found', 'uri_too_long', 'request_malformed'];

/** All faults of a request: the gateway finds them together, a service finds one. */
function faultsOf(error: PaygateError): readonly Fault[] | undefined {
  if (error instanceof RequestFault) return error.faults;
  const { code, param = '', detail = `${errorCatalogue[code].title}.` } = error;
  return param === '' || errorCatalogue[code].status !== 400 ? undefined : [{ param, code, detail }];
}

/** Seconds after which a retry may succeed, for the codes that allow one. */
function retryAfterSeconds(error: PaygateError): number | undefined {
  const given = error.fields?.['retryAfter'];
  if (typeof given === 'number') return Math.max(1, Math.ceil(given));
  const { status } = errorCatalogue[error.code];
  if (status === 429) return 30;
  return status === 503 || error.code === 'idempotency_key_in_use' ? 1 : undefined;
}

/** Headers of an error beside those of every answer. */
function problemHeaders(error: PaygateError, url: string): Readonly<Record<string, string>> {
  const seconds = retryAfterSeconds(error);
  return {
    ...(seconds === undefined ? {} : { 'retry-after': String(seconds) }),
    ...(errorCatalogue[error.code].status === 401 ? { 'www-authenticate': 'Bearer realm="paygate"' } : {}),
    ...(error.code === 'method_not_allowed' ? { allow: [...methodsOf(url), 'OPTIONS'].join(', ') } : {}),
  };
}
