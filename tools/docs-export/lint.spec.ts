import { expect, test } from '@jest/globals';
import { openApiDocument } from '@paygate/contracts';
import { createConfig, lintFromString } from '@redocly/openapi-core';

test('redocly has nothing to report about the API document', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(openApiDocument()), config });
  expect(problems.map(({ ruleId, location: [at] }) => `${ruleId} ${at?.pointer ?? ''}`)).toEqual([]);
});
