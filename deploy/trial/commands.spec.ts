import { describe, expect, it } from '@jest/globals';
import { within } from './commands.ts';

describe('work with a bound', () => {
  it('returns its result, and passes on its error', async () => {
    expect(await within(60, 'the step', Promise.resolve(1))).toBe(1);
    await expect(within(60, 'the step', Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  });

  it('is named when it does not end', async () => {
    const endless = Promise.withResolvers<undefined>().promise;
    await expect(within(0.01, 'the step "update of otp"', endless)).rejects.toThrow(
      'not ended within 0.01 s: the step "update of otp"',
    );
  });
});
