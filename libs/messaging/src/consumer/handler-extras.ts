import type { AnyCommand, AnyEvent } from '../contracts.js';

/** Nest's id of this transport: handlers declared for it are registered with no other. */
export const KAFKA_TRANSPORT = Symbol('paygate.kafka');

/** The key of a handler's declaration in the extras that Nest hands to the transport. */
export const HANDLER = 'paygate.handler';

export interface CommandHandlerExtras {
  readonly kind: 'command';
  readonly batch: boolean;
  readonly contract: AnyCommand;
}
export interface EventHandlerExtras {
  readonly kind: 'event';
  readonly batch: true;
  readonly contracts: readonly AnyEvent[];
}
export type HandlerExtras = CommandHandlerExtras | EventHandlerExtras;

export function commandPattern(contract: {
  readonly stream: { readonly name: string };
  readonly name: string;
}): string {
  return `${contract.stream.name}/${contract.name}`;
}

export function eventPattern(contract: { readonly stream: { readonly name: string }; readonly type: string }): string {
  return `${contract.stream.name}/${contract.type}`;
}

/** An error that a handler has thrown, on its way past Nest's exception filters, which would turn it into text. */
export class HandlerFailure {
  constructor(readonly error: unknown) {}
}
