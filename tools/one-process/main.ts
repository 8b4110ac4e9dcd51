/**
 * The services of the bus in one process, as `npm start -- --one-process` runs them (docs/adr/0101-one-process.md). SERVICES holds the variables of each by its name, as JSON.
 */
import 'reflect-metadata';
import type { Housed } from '@paygate/platform';
import { runTogether } from '@paygate/platform';

type Environments = Readonly<Record<string, Readonly<Record<string, string>>>>;

const environments = JSON.parse(process.env['SERVICES'] ?? '{}') as Environments;
delete process.env['SERVICES'];
const housed = Object.entries(environments).map(async ([name, env]): Promise<Housed> => {
  // the compiled modules, which all share, and not the bundles
  const place = new URL(`../../apps/${name}/src/service.js`, import.meta.url);
  const { service } = (await import(place.href)) as Pick<Housed, 'service'>;
  return { service, env };
});
await runTogether(await Promise.all(housed));
