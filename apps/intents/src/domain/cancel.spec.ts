import { describe, expect, it } from '@jest/globals';
import { cancelDecision } from './cancel.js';
import { intentIn, momentAt, order } from './intent.samples.js';

const now = momentAt(order.expiresAt.getTime() - 1);

describe('an intent is canceled', () => {
  it.each(['PENDING', 'REQUIRES_ACTION'] as const)('from %s, with its one event', (status) => {
    const intent = intentIn(status);
    expect(cancelDecision(intent, now)).toEqual({
      kind: 'accepted',
      intent: {
        ...intent,
        status: 'CANCELED',
        nextAction: null,
        terminalEventId: now.eventId,
        version: intent.version + 1,
        eventSequence: intent.eventSequence + 1,
        updatedAt: now.at,
      },
    });
  });

  it('once: a repeated cancellation changes nothing', () => {
    const intent = intentIn('CANCELED');
    expect(cancelDecision(intent, now)).toEqual({ kind: 'replayed', intent });
  });

  it.each(['PROCESSING', 'COMPLETED', 'FAILED'] as const)('not when it is %s', (status) => {
    expect(cancelDecision(intentIn(status), now)).toEqual({
      kind: 'refused',
      refusal: { ok: false, code: 'intent_unexpected_state', fields: { currentStatus: status } },
    });
  });

  it('not when it is EXPIRED', () => {
    expect(cancelDecision(intentIn('EXPIRED'), now)).toMatchObject({
      refusal: { code: 'intent_expired', fields: { currentStatus: 'EXPIRED' } },
    });
  });

  it.each([0, 1])('not %s ms after expiresAt: then it makes its transition', (ms) => {
    expect(cancelDecision(intentIn('PENDING'), momentAt(order.expiresAt.getTime() + ms))).toMatchObject({
      kind: 'lapsed',
      refusal: { code: 'intent_expired' },
      intent: { status: 'EXPIRED', terminalEventId: 'evt_1' },
    });
  });
});
