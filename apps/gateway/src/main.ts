import { runService } from '@paygate/platform';
import { service } from './service.js';

await runService(service);
