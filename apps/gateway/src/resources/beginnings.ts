import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { PaygateError } from '@paygate/platform';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { finalize } from 'rxjs';
import { accountOf } from '../credentials/account.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the beginning of a request that has begun its payment, and only waits for the outcome from then on. */
    endBeginning?: () => void;
  }
}

/** Requests that begin payments, in progress in this process at once (docs/adr/0048-bounded-beginnings.md). */
export const BEGINNINGS_MAX = 256;
/** The most of them for one account in one mode, and for all payment links together. */
export const BEGINNINGS_OF_ACCOUNT_MAX = 128;

/**
 * Bounds the requests that begin payments: one instance of the module counts those of all its
 * handlers together. A request whose caller has gone away counts until its command is answered: the services still work on it.
 */
@Injectable()
export class Beginnings implements NestInterceptor {
  #inProgress = 0;
  readonly #byAccount = new Map<string, number>();

  /** Throws `service_unavailable` when there are too many. */
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request: FastifyRequest = context.switchToHttp().getRequest();
    const account = nameOf(request);
    if (!this.hasRoomFor(account))
      throw new PaygateError('service_unavailable', { detail: 'Too many payments are being begun at once.' });
    const end = this.counted(account);
    request.endBeginning = end;
    return next.handle().pipe(finalize(end));
  }

  /** Counts a request; returns what ends it, once. */
  private counted(account: string): () => void {
    let isCounted = true;
    this.count(account, 1);
    return () => {
      if (isCounted) this.count(account, -1);
      isCounted = false;
    };
  }

  private hasRoomFor(account: string): boolean {
    return this.#inProgress < BEGINNINGS_MAX && (this.#byAccount.get(account) ?? 0) < BEGINNINGS_OF_ACCOUNT_MAX;
  }

  private count(account: string, change: 1 | -1): void {
    this.#inProgress += change;
    const ofAccount = (this.#byAccount.get(account) ?? 0) + change;
    if (ofAccount === 0) this.#byAccount.delete(account);
    else this.#byAccount.set(account, ofAccount);
  }
}

/** Whoever pays by a link has no credential: the account is known once the link is read. */
function nameOf(request: FastifyRequest): string {
  if (request.caller === null && request.dashboard === null) return 'links';
  const { merchantId, mode } = accountOf(request);
  return `${merchantId}:${mode}`;
}
