import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const clients = ['kind:api-types', 'kind:sdk', 'kind:signature', 'kind:typed-input'];
const libraries = [
  ...['kind:contracts', 'kind:messaging', 'kind:paper', 'kind:platform'],
  ...['kind:signature', 'kind:testing', 'kind:typed-input'],
];
const frameworks = ['@nestjs/*', 'typeorm', 'kafkajs', 'bullmq', 'ioredis', 'pg', 'rxjs'];

const environmentOnlyInConfiguration = {
  object: 'process',
  property: 'env',
  message: 'configuration is read in one place: libs/platform/src/config',
};
const testingOnlyInTests = {
  group: ['@paygate/testing'],
  message: 'test helpers are for specs, suites and benches',
};
const httpOnlyAtTheEdge = {
  group: ['fastify', '@nestjs/platform-fastify', 'node:http', 'node:https', 'node:http2'],
  message: 'only the gateway and the payment page know HTTP; health probes live in libs/platform',
};
const oneVerifier = {
  group: ['passport-jwt', 'jsonwebtoken', 'jose'],
  message: 'tokens are verified by the one wrapper that checks every claim',
};
const restrict = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns }] });

export default defineConfig(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      'examples/nextjs/.next/**',
      '.nx/**',
      '.local/**',
      'coverage/**',
      'libs/api-types/**',
      'tools/clients/consumers/**',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      // Nest modules and migrations are classes by convention of their frameworks
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // options of Nest and TypeORM are declared as classes and given as literals everywhere
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      'max-lines': ['error', 300],
      'max-params': ['error', 4],
      'max-depth': ['error', 3],
      'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
      eqeqeq: 'error',
      // French texts have no-break spaces
      'no-irregular-whitespace': ['error', { skipStrings: true, skipTemplates: true }],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        {
          enforceBuildableLibDependency: false,
          allowCircularSelfDependency: false,
          // only their specs use the test helpers, which use them in turn; the rule on '@paygate/testing' below holds the rest
          ignoredCircularDependencies: [
            ['testing', 'messaging'],
            ['testing', 'platform'],
          ],
          depConstraints: [
            { sourceTag: 'kind:app', onlyDependOnLibsWithTags: libraries },
            {
              sourceTag: 'kind:e2e',
              onlyDependOnLibsWithTags: [
                'kind:testing',
                'kind:paper',
                'kind:signature',
                'kind:sdk',
                'kind:typed-input',
              ],
            },
            {
              sourceTag: 'kind:sdk',
              onlyDependOnLibsWithTags: clients,
              allowedExternalImports: [
                '@jest/globals',
                '@modelcontextprotocol/*',
                'react',
                'react-dom/*',
                'selfsigned',
              ],
            },
            {
              sourceTag: 'kind:dashboard',
              onlyDependOnLibsWithTags: ['kind:api-types', 'kind:paper', 'kind:typed-input'],
              allowedExternalImports: [
                'react',
                'react-dom',
                'react-dom/*',
                '@tanstack/*',
                'write-excel-file/*',
                'read-excel-file/*',
                'csv-parse/*',
                'fflate',
                'saxen',
                'uqr',
                'vite',
                '@jest/globals',
              ],
            },
            { sourceTag: 'kind:tool', onlyDependOnLibsWithTags: libraries },
            { sourceTag: 'kind:example', onlyDependOnLibsWithTags: ['kind:sdk'] },
            {
              sourceTag: 'kind:testing',
              onlyDependOnLibsWithTags: ['kind:contracts', 'kind:messaging', 'kind:platform'],
            },
            {
              sourceTag: 'kind:messaging',
              onlyDependOnLibsWithTags: ['kind:contracts', 'kind:platform', 'kind:testing'],
            },
            { sourceTag: 'kind:platform', onlyDependOnLibsWithTags: ['kind:contracts', 'kind:testing'] },
            {
              sourceTag: 'kind:signature',
              onlyDependOnLibsWithTags: [],
              allowedExternalImports: ['@jest/globals', 'standardwebhooks', 'stripe'],
            },
            {
              sourceTag: 'kind:paper',
              onlyDependOnLibsWithTags: [],
              allowedExternalImports: ['@jest/globals'],
            },
            {
              sourceTag: 'kind:typed-input',
              onlyDependOnLibsWithTags: [],
              allowedExternalImports: ['@jest/globals'],
            },
            {
              sourceTag: 'kind:contracts',
              onlyDependOnLibsWithTags: [],
              allowedExternalImports: ['class-validator', 'class-transformer', '@jest/globals', 'fast-check'],
            },
          ],
        },
      ],
    },
  },
  {
    files: ['apps/**/*.ts', 'libs/**/*.ts'],
    ignores: [
      ...['**/*.spec.ts', '**/src/test/**', 'apps/e2e/**', 'libs/testing/**', 'libs/platform/src/config/**'],
      // a client runs in somebody else's process
      'libs/sdk-node/src/options.ts',
    ],
    rules: { 'no-restricted-properties': ['error', environmentOnlyInConfiguration] },
  },
  {
    files: ['apps/**/*.ts', 'libs/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/src/test/**', 'apps/e2e/**', 'libs/testing/**'],
    rules: restrict(testingOnlyInTests, httpOnlyAtTheEdge, oneVerifier),
  },
  // what an operator runs is no test
  { files: ['tools/operator/**/*.ts'], rules: restrict(testingOnlyInTests) },
  {
    // the edge, the sink and the delivery client speak HTTP for a living; health probes do so for everyone
    files: [
      'apps/gateway/src/**/*.ts',
      'apps/checkout/src/**/*.ts',
      'apps/rail-simulator/src/**/*.ts',
      'apps/webhooks/src/**/*.ts',
      'libs/platform/src/**/*.ts',
    ],
    ignores: ['**/*.spec.ts', '**/src/test/**', 'apps/gateway/src/credentials/tokens/user-token.strategy.ts'],
    rules: restrict(testingOnlyInTests, oneVerifier),
  },
  {
    files: ['apps/*/src/**/domain/**/*.ts'],
    rules: restrict(
      { group: [...frameworks, 'node:*'], message: 'domain imports no framework' },
      { regex: String.raw`^\.\./(?!(\.\./)+([a-z-]+/)+domain/)`, message: 'domain imports only domain' },
    ),
  },
  { files: ['**/*.spec.ts', '**/src/test/**/*.ts'], rules: { 'max-lines-per-function': 'off' } },
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly', setTimeout: 'readonly' } },
  },
  prettier,
);
