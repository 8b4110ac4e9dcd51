import { runService } from '@paygate/platform';
import { AppModule } from './app.module.js';
import { GatewayConfig } from './config.js';
import { gatewayEdge } from './edge/gateway-edge.js';

await runService({ name: 'gateway', module: AppModule, config: GatewayConfig, http: gatewayEdge });
