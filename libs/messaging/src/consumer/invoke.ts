import type { MessageHandler } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import { HandlerFailure } from './handler-extras.js';
import type { Job } from './job.js';

/** Calls a handler through Nest, with its guards, pipes and interceptors, and gives or throws what it gave or threw. */
export async function invoke(handler: MessageHandler, batch: boolean, jobs: readonly Job[]): Promise<unknown> {
  const messages = jobs.map((job) => job.message);
  const given: unknown = await (batch ? handler(messages) : handler(messages[0]?.payload, messages[0]));
  const result = isObservable(given) ? await lastValueFrom(given, { defaultValue: undefined }) : given;
  if (result instanceof HandlerFailure) throw result.error;
  return result;
}
