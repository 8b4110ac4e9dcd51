import { runService } from '@paygate/platform';
import { AppModule } from './app.module.js';
import { ChargingConfig } from './config.js';
import { migrations } from './migrations/migrations.js';

await runService({ name: 'charging', module: AppModule, config: ChargingConfig, migrations });
