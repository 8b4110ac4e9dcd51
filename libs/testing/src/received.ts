import type { CommandContract, Principal } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { newId, uuidV7 } from '@paygate/platform';

/** A command as its handler receives it, for calling a handler without the bus. */
export function receivedOf<Request extends object, Answer extends object>(
  { name: type, key }: CommandContract<Request, Answer>,
  payload: NoInfer<Request>,
  producer: Principal = 'gateway',
): Received<Request> {
  return {
    id: uuidV7(),
    type,
    payload,
    key: key(payload),
    producer,
    occurredAt: new Date(),
    requestId: newId('request'),
  };
}
