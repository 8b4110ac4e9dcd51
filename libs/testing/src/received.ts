import type { CommandContract, Principal } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { newId, uuidV7 } from '@paygate/platform';

/** A command as its handler gets it: for calls past the bus, which brings those of one key in turn, and some of them twice. */
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
