import type { RunOptions } from '@paygate/platform';
import { AppModule } from './app.module.js';
import { AuthConfig } from './config.js';
import { migrations } from './migrations/migrations.js';
import { printReindexed } from './reindex-all.js';

/** The service, for a process of its own or one that it shares. */
export const service: RunOptions = {
  ...{ name: 'auth', module: AppModule, config: AuthConfig, migrations },
  commands: { reindex: printReindexed },
};
