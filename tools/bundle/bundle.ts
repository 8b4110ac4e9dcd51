/**
 * Bundles one service: `nx bundle <app>`. A process that reads a few files is ready sooner than one that looks for two
 * thousand (docs/adr/0024-services-as-bundles.md).
 */
import { resolve } from 'node:path';
import { bundleService } from './service-bundle.ts';

const [app] = process.argv.slice(2);
if (app === undefined) throw new Error('the name of an app is needed: bundle.ts <app>');
await bundleService(resolve(import.meta.dirname, '../..'), app);
