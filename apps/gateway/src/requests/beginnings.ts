import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { PaygateError } from '@paygate/platform';
import type { Observable } from 'rxjs';
import { finalize } from 'rxjs';

/** Requests that begin payments, in progress in this process at once (docs/adr/0048-bounded-beginnings.md). */
export const BEGINNINGS_MAX = 256;

/**
 * Bounds the requests that begin payments: those of all handlers that it intercepts together, because the module has one of it. A
 * request whose caller has gone away counts until its command is answered: the services still work on it.
 */
@Injectable()
export class Beginnings implements NestInterceptor {
  #inProgress = 0;

  /** Throws `service_unavailable` when there are too many. */
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (this.#inProgress >= BEGINNINGS_MAX)
      throw new PaygateError('service_unavailable', { detail: 'Too many payments are being begun at once.' });
    this.#inProgress += 1;
    return next.handle().pipe(
      finalize(() => {
        this.#inProgress -= 1;
      }),
    );
  }
}
