import { runService } from '@paygate/platform';
import { AppModule } from './app.module.js';
import { RailSimulatorConfig as config } from './config.js';
import { httpEdge as http } from './http-edge.js';
import { migrations } from './migrations/migrations.js';

await runService({ name: 'rail-simulator', module: AppModule, config, http, migrations });
