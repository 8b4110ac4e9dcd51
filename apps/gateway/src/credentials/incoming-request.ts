import type { ExecutionContext } from '@nestjs/common';
import type { Operation } from '@paygate/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A request that is to be authenticated for its operation. */
export interface IncomingRequest {
  readonly context: ExecutionContext;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly operation: Operation;
  /** IP address of the client. */
  readonly address: string;
}
