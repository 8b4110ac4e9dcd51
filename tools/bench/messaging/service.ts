import 'reflect-metadata';
import { DatabaseServiceConfig, loadConfig, startService } from '@paygate/platform';
import { BenchIntentsModule } from './create-intent.js';
import { ready } from './roles.js';

const config = loadConfig(DatabaseServiceConfig);
const service = await startService({ name: 'intents', module: BenchIntentsModule, config });
await service.connected;
ready(String(service.healthPort), () => service.stop());
