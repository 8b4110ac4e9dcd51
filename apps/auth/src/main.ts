import { loadConfig, runService, runTool } from '@paygate/platform';
import { AppModule } from './app.module.js';
import { AuthConfig } from './config.js';
import { migrations } from './migrations/migrations.js';
import { reindex } from './reindex.js';

if (process.argv[2] === 'reindex') await runTool('auth', printReindexed);
else await runService({ name: 'auth', module: AppModule, config: AuthConfig, migrations });

/** Ends with 1 when rows could not be read, which are then still under the old key. */
async function printReindexed(): Promise<void> {
  const result = await reindex(loadConfig(AuthConfig));
  process.stdout.write(`${JSON.stringify(result)}\n`);
  if (result.unreadable.length > 0) process.exitCode = 1;
}
