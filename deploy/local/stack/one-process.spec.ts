import { expect, test } from '@jest/globals';
import { inOneProcess } from './one-process.ts';
import type { ServiceDefinition, StackContext } from './plan.ts';

/** A service without variables of its own. */
const service = (name: string): ServiceDefinition => ({
  name,
  single: true,
  args: [`dist/services/${name}/main.js`],
  database: false,
  ports: {},
  env: () => ({ NAME: name }),
  healthUrl: () => '',
  publish: () => ({}),
});

test('the gateway of one process has the pages that are beside its bundle', () => {
  const services = ['gateway', 'auth', 'checkout'].map((name) => ({ ...service(name), service: name }));
  const [one, ...others] = inOneProcess(services);
  expect(others.map(({ name }) => name)).toEqual(['checkout']);
  expect(JSON.parse(one?.env({} as StackContext)['SERVICES'] ?? '{}')).toEqual({
    gateway: {
      NAME: 'gateway',
      ONE_PROCESS: 'true',
      DOCS_FOLDER: 'dist/services/gateway/docs',
      CLIENTS_FOLDER: 'dist/services/gateway/clients',
      DASHBOARD_FOLDER: 'dist/services/gateway/dashboard',
    },
    auth: { NAME: 'auth', ONE_PROCESS: 'true' },
  });
});
