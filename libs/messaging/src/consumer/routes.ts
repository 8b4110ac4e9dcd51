import type { Checker, PayloadClass } from '@paygate/contracts';
import { compileChecker } from '@paygate/contracts';
import type { MessageHandler } from '@nestjs/microservices';
import type { AnyCommand, AnyEvent } from '../contracts.js';
import type { Names } from '../names.js';
import type { HandlerExtras } from './handler-extras.js';
import { HANDLER } from './handler-extras.js';
import type { JobTaker } from './job.js';

/** Where messages of one type of one topic go. */
export type Route = { readonly taker: JobTaker; readonly accepts: Checker } & (
  { readonly kind: 'command'; readonly contract: AnyCommand } | { readonly kind: 'event'; readonly contract: AnyEvent }
);

/** Routes by topic and type. */
export type Routes = ReadonlyMap<string, ReadonlyMap<string, Route>>;

export type TakerOf = (extras: HandlerExtras, handler: MessageHandler) => JobTaker;

/** The routes of the handlers that Nest has found. */
export function routesOf(handlers: Iterable<MessageHandler>, names: Names, takerOf: TakerOf): Routes {
  const routes = new Map<string, Map<string, Route>>();
  const takers = new Map<HandlerExtras, JobTaker>();
  for (const handler of handlers) {
    const extras = extrasOf(handler);
    const taker = takers.get(extras) ?? takerOf(extras, handler);
    takers.set(extras, taker);
    for (const [topic, type, route] of routesOfHandler(extras, taker, names)) {
      const ofTopic = routes.get(topic) ?? new Map<string, Route>();
      routes.set(topic, ofTopic.set(type, route));
    }
  }
  return routes;
}

function extrasOf(handler: MessageHandler): HandlerExtras {
  const extras = (handler.extras as Partial<Record<string, HandlerExtras>> | undefined)?.[HANDLER];
  if (extras === undefined)
    throw new TypeError('handlers of this transport are declared with HandleCommand and its like');
  return extras;
}

function routesOfHandler(extras: HandlerExtras, taker: JobTaker, names: Names): (readonly [string, string, Route])[] {
  if (extras.kind === 'command') {
    const { contract } = extras;
    const accepts = checkerOf(contract.request);
    return [[names.topic(contract.stream), contract.name, { kind: 'command', contract, taker, accepts }]];
  }
  return extras.contracts.map((contract) => {
    const accepts = checkerOf(contract.payload);
    return [names.topic(contract.stream), contract.type, { kind: 'event', contract, taker, accepts }];
  });
}

/** Fields of a newer writer are ignored, so that old and new versions run side by side. */
export function checkerOf(type: PayloadClass<object>): Checker {
  return compileChecker(type, { unknownFields: 'ignore' });
}
