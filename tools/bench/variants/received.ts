import type { CreateIntent } from '@paygate/contracts';
import { compileChecker, createIntent } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { uuidV7 } from '@paygate/platform';
import type { WireCommand } from './parts.js';

const check = compileChecker(createIntent.request);
const DEADLINE_MS = 8_000;

/** The command as the use case gets it, checked against its contract as the bus does it. */
export function received({ requestId, payload }: WireCommand): Received<CreateIntent> {
  const [fault] = check(payload);
  if (fault !== undefined) throw new Error(`${fault.param} ${fault.detail}`);
  return {
    id: uuidV7(),
    type: createIntent.name,
    payload,
    key: createIntent.key(payload),
    producer: 'gateway',
    occurredAt: new Date(),
    requestId,
    deadlineAt: Date.now() + DEADLINE_MS,
  };
}
