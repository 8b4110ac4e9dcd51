import { expect, test } from '@jest/globals';
import { OpenAccountRequest } from './accounts.js';
import { UpdateMerchantRequest } from './merchants.js';
import { compileChecker } from '../schema/checker.js';
import { namesWithAddresses } from '../test/index.js';
import { OpenAccountCommand } from './account-commands.js';
import { MerchantProfile, UpdateMerchantProfileCommand } from './merchant-profile-commands.js';

const faultsOf = (type: new () => object, field: string, name: string) =>
  compileChecker(type)({ [field]: name }).filter(({ param }) => param === field);
/** Wherever a merchant chooses a name. */
const chosen: readonly (readonly [new () => object, string])[] = [
  [OpenAccountRequest, 'businessName'],
  [OpenAccountCommand, 'businessName'],
  [UpdateMerchantRequest, 'name'],
  [UpdateMerchantProfileCommand, 'name'],
];

test.each(namesWithAddresses)('a name holds no address of a page: %s', (name) => {
  for (const [type, field] of chosen) expect(faultsOf(type, field, name)).toHaveLength(1);
  // an account that has such a name from before is still read
  expect(faultsOf(MerchantProfile, 'name', name)).toEqual([]);
});

test.each([
  'Boulangerie du Port',
  'Kribi.com',
  'A/C Froid & Fils',
  'Dr. Nana',
  'Service 24/7',
  'N\u00b0 1 : mode',
  '\u5b57',
])('a name may be %s', (name) => {
  for (const [type, field] of chosen) expect(faultsOf(type, field, name)).toEqual([]);
});
