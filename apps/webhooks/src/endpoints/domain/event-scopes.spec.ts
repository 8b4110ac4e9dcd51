import { expect, test } from '@jest/globals';
import { eventFamilies } from '@paygate/contracts';
import { eventScopeCases } from '@paygate/contracts/test';
import { familySentTo } from './event-filter.js';

test.each(eventScopeCases)('an endpoint with $filter is sent events of $families', ({ filter, families }) => {
  for (const family of eventFamilies)
    expect(familySentTo([filter], [family])).toBe(families.includes(family) ? family : undefined);
});
