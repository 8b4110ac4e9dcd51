import { runService } from '@paygate/platform';
import { AppModule } from './app.module.js';
import { OtpConfig } from './config.js';
import { migrations } from './migrations/migrations.js';

await runService({ name: 'otp', module: AppModule, config: OtpConfig, migrations });
