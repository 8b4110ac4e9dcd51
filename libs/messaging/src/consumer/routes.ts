import type { Checker, PayloadClass } from '@paygate/contracts';
import { compileChecker } from '@paygate/contracts';
import type { MessageHandler } from '@nestjs/microservices';
import type { AnyCommand, AnyEvent } from '../contracts.js';
import type { Names } from '../names.js';
import type { HandlerExtras } from './handler-extras.js';
import { HANDLER } from './handler-extras.js';
import type { Executor } from './job.js';

/** The route of messages of one type of one topic. */
export type Route = { readonly executor: Executor; readonly accepts: Checker } & (
  { readonly kind: 'command'; readonly contract: AnyCommand } | { readonly kind: 'event'; readonly contract: AnyEvent }
);

/** Routes by topic and type. */
export type Routes = ReadonlyMap<string, ReadonlyMap<string, Route>>;

export type ExecutorOf = (extras: HandlerExtras, handler: MessageHandler) => Executor;

/** The routes of the handlers that Nest has found. */
export function routesOf(handlers: Iterable<MessageHandler>, names: Names, executorOf: ExecutorOf): Routes {
  const routes = new Map<string, Map<string, Route>>();
  const executors = new Map<HandlerExtras, Executor>();
  for (const handler of handlers) {
    const extras = extrasOf(handler);
    const executor = executors.get(extras) ?? executorOf(extras, handler);
    executors.set(extras, executor);
    for (const [topic, type, route] of routesOfHandler(extras, executor, names)) {
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

function routesOfHandler(
  extras: HandlerExtras,
  executor: Executor,
  names: Names,
): (readonly [string, string, Route])[] {
  if (extras.kind === 'command') {
    const { contract } = extras;
    const accepts = checkerOf(contract.request);
    return [[names.topic(contract.stream), contract.name, { kind: 'command', contract, executor, accepts }]];
  }
  return extras.contracts.map((contract) => {
    const accepts = checkerOf(contract.payload);
    return [names.topic(contract.stream), contract.type, { kind: 'event', contract, executor, accepts }];
  });
}

/** Fields of a newer writer are ignored, so that old and new versions run side by side. */
export function checkerOf(type: PayloadClass<object>): Checker {
  return compileChecker(type, { unknownFields: 'ignore' });
}
