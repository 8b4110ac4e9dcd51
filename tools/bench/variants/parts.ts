import { join } from 'node:path';
import type { Type } from '@nestjs/common';
import type { CommandContract, CreateIntent, PaymentIntent, Reply } from '@paygate/contracts';
import type { CommandBus, Received } from '@paygate/messaging';
import type { HttpEdge, ServiceConfig } from '@paygate/platform';

/** What the variants take from the apps. Apps export nothing, so they are loaded from where they were built. */
const apps = join(import.meta.dirname, '../../../apps');

interface App {
  readonly module: Type;
  readonly config: Type<ServiceConfig>;
}

export async function gatewayParts(): Promise<App & { readonly edge: HttpEdge }> {
  const { AppModule } = (await load('gateway', 'app.module')) as { readonly AppModule: Type };
  const { GatewayConfig } = (await load('gateway', 'config')) as { readonly GatewayConfig: Type<ServiceConfig> };
  const { gatewayEdge } = (await load('gateway', 'edge/gateway-edge')) as { readonly gatewayEdge: HttpEdge };
  return { module: AppModule, config: GatewayConfig, edge: gatewayEdge };
}

export interface CreateIntentsUseCase {
  execute(batch: readonly Received<CreateIntent>[]): Promise<readonly Reply<PaymentIntent>[]>;
}

export async function intentsParts(): Promise<App & { readonly createIntents: Type<CreateIntentsUseCase> }> {
  const { AppModule } = (await load('intents', 'app.module')) as { readonly AppModule: Type };
  const { IntentsConfig } = (await load('intents', 'config')) as { readonly IntentsConfig: Type<ServiceConfig> };
  const { CreateIntents } = (await load('intents', 'usecases/create-intents')) as {
    readonly CreateIntents: Type<CreateIntentsUseCase>;
  };
  return { module: AppModule, config: IntentsConfig, createIntents: CreateIntents };
}

/** How the gateway's code sends a command: the one thing that the variants replace. */
export type Send = CommandBus['send'];
export type AnySend = (
  contract: CommandContract<object, object>,
  payload: object,
  options: { readonly requestId: string },
) => Promise<Reply<object>>;

/** What crosses the wire of a variant. */
export interface WireCommand {
  readonly requestId: string;
  readonly payload: CreateIntent;
}

function load(app: string, path: string): Promise<unknown> {
  return import(join(apps, app, 'src', `${path}.js`));
}
