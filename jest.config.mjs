/** Sources are compiled with the settings of .swcrc; those with elements are pages of the payment page, which Preact renders. */
function compiled(tsx) {
  return [
    '@swc/jest',
    {
      swcrc: false,
      jsc: {
        parser: { syntax: 'typescript', decorators: true, tsx },
        transform: {
          legacyDecorator: true,
          decoratorMetadata: true,
          react: { runtime: 'automatic', importSource: 'preact' },
        },
        target: 'es2024',
        keepClassNames: true,
      },
      module: { type: 'es6' },
      sourceMaps: 'inline',
    },
  ];
}

/** One registry of modules a worker; with ISOLATED=1 one for each file, as Jest has it by default. */
const registry =
  process.env.ISOLATED === '1'
    ? { testEnvironment: 'node' }
    : { testEnvironment: '<rootDir>/tools/jest/environment.ts', runtime: '<rootDir>/tools/jest/runtime.ts' };

/** Everything is ESM: Jest runs with --experimental-vm-modules. */
const shared = {
  rootDir: import.meta.dirname,
  ...registry,
  injectGlobals: false,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  setupFiles: ['reflect-metadata'],
  transform: { '^.+\\.ts$': compiled(false), '^.+\\.tsx$': compiled(true) },
  moduleNameMapper: {
    '^fast-check$': '<rootDir>/tools/properties/fast-check.mjs',
    '^@paygate/(node|browser|react)$': '<rootDir>/libs/sdk-$1/src/index.ts',
    '^@paygate/(browser|react)/wallet$': '<rootDir>/libs/sdk-$1/src/wallet.ts',
    '^@paygate/node/([^/]+)$': '<rootDir>/libs/sdk-node/src/$1/index.ts',
    '^@paygate/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
    '^@paygate/([^/]+)/([^/]+)$': '<rootDir>/libs/$1/src/$2/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.local/', '<rootDir>/.nx/', '<rootDir>/examples/'],
};

/**
 * unit: pure code, no engine. integration: real PostgreSQL, Redis and Kafka, whose addresses `npm test` puts in the environment. runner:
 * the local stack itself, started, killed and started again. e2e: the whole stack, black box. load: times under load and every bench,
 * run by `npm test -- load` alone. shops: shop systems with our plug-ins, run by `npm run shops` alone.
 */
export default {
  // a test or a hook, on a machine that is busy with others; the few that may take longer say so themselves
  testTimeout: 180_000,
  testSequencer: '<rootDir>/tools/jest/sequencer.ts',
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{apps,libs,tools,deploy}/**/*.spec.ts'],
      testPathIgnorePatterns: ['/test/', '/node_modules/', '<rootDir>/apps/e2e/'],
    },
    {
      ...shared,
      displayName: 'integration',
      testMatch: ['<rootDir>/{apps,libs}/*/src/test/**/*.spec.ts', '<rootDir>/tools/*/test/**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', '/test/load/'],
    },
    {
      ...shared,
      displayName: 'load',
      testMatch: [
        '<rootDir>/apps/*/src/test/load/**/*.spec.ts',
        '<rootDir>/apps/e2e/src/load/**/*.spec.ts',
        '<rootDir>/tools/*/test/load/**/*.spec.ts',
      ],
    },
    { ...shared, displayName: 'runner', testMatch: ['<rootDir>/deploy/local/test/**/*.spec.ts'] },
    {
      ...shared,
      displayName: 'e2e',
      testMatch: ['<rootDir>/apps/e2e/src/**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/apps/e2e/src/(load|shops)/'],
    },
    { ...shared, displayName: 'shops', testMatch: ['<rootDir>/apps/e2e/src/shops/**/*.spec.ts'] },
  ],
};
