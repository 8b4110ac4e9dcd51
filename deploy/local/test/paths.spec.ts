import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { repositoryRoot, stackRoot, testRoot } from '../paths.ts';

describe('the root of a stack', () => {
  it.each([
    ['', join(repositoryRoot, '.local')],
    ['elsewhere', join(repositoryRoot, 'elsewhere')],
    ['/var/tmp/stack', '/var/tmp/stack'],
  ])('is for PAYGATE_STACK_ROOT=%p %p, and tests run beside it', (given, root) => {
    expect(stackRoot('', given)).toBe(root);
    expect(testRoot(given)).toBe(join(root, 'test'));
  });
});
