import type { Decision } from './decision.js';
import { refused, tooLate } from './decision.js';
import type { Intent, Moment } from './intent.js';
import { canceled, expired } from './intent.js';
import { transitions } from './intent-status.js';

/** True when an intent may be canceled. The row is locked and `moment.at` was read after the lock, as for a charge. */
export function cancelDecision(intent: Intent, moment: Moment): Decision {
  const lapsed = expired(intent, moment);
  if (lapsed !== undefined) return tooLate(lapsed);
  const step = transitions[intent.status].cancel;
  switch (step.kind) {
    case 'move':
      return { kind: 'accepted', intent: canceled(intent, step.to, moment) };
    case 'late':
      return { kind: 'replayed', intent };
    case 'refuse':
      return refused(step.code, { currentStatus: intent.status });
    case 'contradiction':
      throw new Error(`a cancellation is neither done nor refused in ${intent.status}`);
  }
}
