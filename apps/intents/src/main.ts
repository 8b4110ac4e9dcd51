import { runService } from '@paygate/platform';
import { AppModule } from './app.module.js';
import { IntentsConfig } from './config.js';
import { migrations } from './migrations/migrations.js';

await runService({ name: 'intents', module: AppModule, config: IntentsConfig, migrations });
