import { runService } from '@paygate/platform';
import { AppModule } from './app.module.js';
import { AuthConfig } from './config.js';
import { migrations } from './migrations/migrations.js';
import { printReindexed } from './reindex-all.js';

await runService({
  ...{ name: 'auth', module: AppModule, config: AuthConfig, migrations },
  commands: { reindex: printReindexed },
});
