import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, test } from '@jest/globals';
import { eventually, gatewaysOf, RailControl } from '@paygate/testing';
import { openStack } from '../stack/open-stack.js';
import { approve, prompted } from './approving.js';
import { accepted, authorise } from './paying.js';

/** Later than the reads have begun to wait. */
const APPROVED_AFTER_MS = 500;

const { stack, api, databases } = openStack();
const control = new RailControl(stack.rails.control);
const gateways = gatewaysOf(stack).map((gateway) => gateway.api);
afterAll(() => {
  for (const gateway of gateways) gateway.close();
});

/** An intent whose payer is asked to approve it, and approves when the spec says so. */
async function waiting(digits: string): Promise<{ readonly id: string; readonly sessionToken: string }> {
  const [, , user] = stack.users;
  if (user === undefined) throw new Error('the stack has no demo user');
  const { id, sessionToken } = accepted(201, await api.createIntent({ amount: '700', currency: 'XAF' }));
  const token = await authorise(stack, api, user, id);
  accepted(202, await api.chargeByMobileMoney(id, token, { phoneNumber: `+2376773300${digits}` }));
  await prompted(databases, id);
  return { id, sessionToken };
}

interface Waited {
  readonly status: unknown;
  readonly text: string;
  readonly applied: unknown;
  readonly ms: number;
}

/** Reads through each gateway at the same time. */
function readAll(sessionToken: string, prefer: string): Promise<readonly Waited[]> {
  return Promise.all(
    gateways.map(async (gateway) => {
      const begunMs = performance.now();
      const { body, text, headers } = await gateway.retrieveIntent(sessionToken, { prefer });
      const ms = performance.now() - begunMs;
      return { status: body['status'], text, applied: headers['preference-applied'], ms };
    }),
  );
}

/** Guarantees that a front end learns of the outcome as soon as it is known, whichever gateway and instance it waits at. */
describe('the read of a session with Prefer: wait', () => {
  test('answers the same as without it when the wait is over, which is 5 seconds at most', async () => {
    const { id, sessionToken } = await waiting('04');
    const { text } = await eventually(async () => {
      const answer = await api.retrieveIntent(sessionToken);
      return answer.body['nextAction'] !== null && answer;
    });
    for (const [prefer, seconds] of [
      ['wait=1', 1],
      ['wait=3600', 5],
      ['wait=soon', 0],
      ['wait=-1', 0],
    ] as const)
      for (const waited of await readAll(sessionToken, prefer)) {
        expect(waited).toMatchObject({ status: 'PROCESSING', text, applied: undefined });
        expect(waited.ms).toBeGreaterThan(seconds * 1_000 - 50);
        expect(waited.ms).toBeLessThan(seconds * 1_000 + 3_000);
      }
    await approve(control, await prompted(databases, id));
  });

  test('[2.18] answers early at every gateway when the payer approves', async () => {
    expect(gateways).toHaveLength(2);
    const { id, sessionToken } = await waiting('04');
    const reading = readAll(sessionToken, 'wait=5');
    await delay(APPROVED_AFTER_MS);
    await approve(control, await prompted(databases, id));
    for (const waited of await reading) {
      expect(waited).toMatchObject({ status: 'COMPLETED', applied: 'wait' });
      expect(waited.ms).toBeLessThan(4_900);
    }
  });
});
