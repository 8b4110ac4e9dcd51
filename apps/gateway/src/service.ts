import type { RunOptions } from '@paygate/platform';
import { AppModule } from './app.module.js';
import { GatewayConfig } from './config.js';
import { gatewayEdge } from './edge/gateway-edge.js';

/** The service, for a process of its own or one that it shares. */
export const service: RunOptions = { name: 'gateway', module: AppModule, config: GatewayConfig, http: gatewayEdge };
