import type { RunOptions } from '@paygate/platform';
import { AppModule } from './app.module.js';
import { ChargingConfig } from './config.js';
import { migrations } from './migrations/migrations.js';

/** The service, for a process of its own or one that it shares. */
export const service: RunOptions = { name: 'charging', module: AppModule, config: ChargingConfig, migrations };
