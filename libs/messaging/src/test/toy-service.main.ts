import 'reflect-metadata';
import { DatabaseServiceConfig, loadConfig, startService } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { Health } from '@paygate/platform';
import { Outbox } from '../index.js';
import { ToyOwnerModule, ToyReaderModule } from './toy-ledger.js';

/** A toy service in a process of its own, for specs that kill it. */
const config = loadConfig(DatabaseServiceConfig);
const owner = process.env['TOY_ROLE'] === 'owner';
const service = await startService(
  owner ? { name: 'intents', module: ToyOwnerModule, config } : { name: 'webhooks', module: ToyReaderModule, config },
);
if (process.env['TOY_FAILPOINT'] === 'after-commit')
  service.app.get(Outbox).publish = () => {
    process.kill(process.pid, 'SIGKILL');
  };
process.once('SIGTERM', () => {
  void service.stop().then(() => process.exit(0));
});
process.once('disconnect', () => process.exit(1));
await service.connected;
await eventually(() => service.app.get(Health).report().ready);
process.send?.('ready');
