import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { Catch, Injectable } from '@nestjs/common';
import { Logger } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { paygateErrorOf, Problems } from './problems.js';

/** Renders every error of a request as a problem document. */
@Catch()
@Injectable()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly logger: Logger,
    private readonly problems: Problems,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const error = paygateErrorOf(thrown, request);
    if (error.code === 'internal_error')
      this.logger.error('a request failed', error.cause ?? error, {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url,
      });
    this.problems.answer(error, request, http.getResponse<FastifyReply>());
  }
}
