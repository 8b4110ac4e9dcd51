import { expect, test } from '@jest/globals';
import { openApiDocument } from '@paygate/contracts';
import { createConfig, lintFromString } from '@redocly/openapi-core';

/** The union is the type that `constructEvent` returns; no operation answers it. */
const ACCEPTED = ['no-unused-components #/components/schemas/PaygateEvent'];

test('redocly has nothing to report about the API document', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(openApiDocument()), config });
  expect(problems.map(({ ruleId, location: [at] }) => `${ruleId} ${at?.pointer ?? ''}`)).toEqual(ACCEPTED);
});
