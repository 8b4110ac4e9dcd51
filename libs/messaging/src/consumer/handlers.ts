import { Ctx, EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import type { CommandContract, EventContract, Reply } from '@paygate/contracts';
import type { Received } from '../envelope/received.js';
import type { HandlerExtras } from './handler-extras.js';
import { commandPattern, eventPattern, HANDLER, HandlerFailure, KAFKA_TRANSPORT } from './handler-extras.js';

/** A method decorator that takes only methods which the compiler finds callable as `Method`. */
export type HandlerDecorator<Method> = <Given extends Method>(
  target: object,
  property: string | symbol,
  descriptor: TypedPropertyDescriptor<Given>,
) => void;

/** One command at a time per key; answers, or refuses with a value. */
export type CommandHandler<Request extends object, Answer extends object> = (
  payload: Request,
  message: Received<Request>,
) => Promise<Reply<Answer>>;

/** The commands that Kafka delivered together, answered in their order. */
export type CommandBatchHandler<Request extends object, Answer extends object> = (
  batch: readonly Received<Request>[],
) => Promise<readonly Reply<Answer>[]>;

/** The events that Kafka delivered together. */
export type EventBatchHandler<Payload extends object> = (batch: readonly Received<Payload>[]) => Promise<void>;

/**
 * Takes a command. A refusal is returned, never thrown: what is thrown answers `service_unavailable` when the database did
 * nothing, `upstream_timeout` when its answer was lost, `internal_error` otherwise.
 */
export function HandleCommand<Request extends object, Answer extends object>(
  contract: CommandContract<Request, Answer>,
): HandlerDecorator<CommandHandler<Request, Answer>> {
  return declare({ kind: 'command', batch: false, contract });
}

/**
 * Takes the commands that arrived together: at most 128, from all partitions, at most two batches at a time, never two
 * commands of one key in one batch. When the method throws, each command is tried alone.
 */
export function HandleCommandBatch<Request extends object, Answer extends object>(
  contract: CommandContract<Request, Answer>,
): HandlerDecorator<CommandBatchHandler<Request, Answer>> {
  return declare({ kind: 'command', batch: true, contract });
}

/**
 * Takes events of one or more types with one payload class, all of one stream, under the rules of {@link HandleCommandBatch}.
 * What is thrown is tried again: as long as it takes while the database is away, else a few times before the event is
 * published to the dead letters.
 */
export function HandleEventBatch<Payload extends object>(
  ...contracts: readonly EventContract<Payload>[]
): HandlerDecorator<EventBatchHandler<Payload>> {
  return declare({ kind: 'event', batch: true, contracts });
}

function declare(extras: HandlerExtras): MethodDecorator {
  const nest =
    extras.kind === 'command'
      ? MessagePattern<string>(commandPattern(extras.contract), KAFKA_TRANSPORT, { [HANDLER]: extras })
      : EventPattern<string[]>(extras.contracts.map(eventPattern), KAFKA_TRANSPORT, { [HANDLER]: extras });
  return (target, property, descriptor) => {
    const method = descriptor as TypedPropertyDescriptor<unknown>;
    method.value = catching(method.value as Method);
    // Nest gives a method without parameter decorators its payload only: a handler would miss its message
    Payload()(target, property, 0);
    Ctx()(target, property, 1);
    nest(target, property, descriptor);
  };
}

type Method = (this: unknown, ...args: unknown[]) => Promise<unknown>;

/** The method, with what it throws as a value, and with the metadata that decorators below this one have put on it. */
function catching(method: Method): Method {
  const caught: Method = async function (...args) {
    try {
      return await method.apply(this, args);
    } catch (error) {
      return new HandlerFailure(error);
    }
  };
  Object.defineProperty(caught, 'name', { value: method.name });
  for (const key of Reflect.getMetadataKeys(method) as unknown[])
    Reflect.defineMetadata(key, Reflect.getMetadata(key, method), caught);
  return caught;
}
