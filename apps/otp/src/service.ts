import type { RunOptions } from '@paygate/platform';
import { AppModule } from './app.module.js';
import { OtpConfig } from './config.js';
import { migrations } from './migrations/migrations.js';

/** The service, for a process of its own or one that it shares. */
export const service: RunOptions = { name: 'otp', module: AppModule, config: OtpConfig, migrations };
