import { runService } from '@paygate/platform';
import { AppModule } from './app.module.js';
import { RailSimulatorConfig } from './config.js';
import { httpEdge } from './http-edge.js';

await runService({ name: 'rail-simulator', module: AppModule, config: RailSimulatorConfig, http: httpEdge });
