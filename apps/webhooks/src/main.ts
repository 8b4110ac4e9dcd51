import { runService } from '@paygate/platform';
import { AppModule } from './app.module.js';
import { WebhooksConfig } from './config.js';
import { migrations } from './migrations/migrations.js';

await runService({ name: 'webhooks', module: AppModule, config: WebhooksConfig, migrations });
