import type { Principal, Stream } from '@paygate/contracts';
import { commandStream, dataServices, replyStream, streams } from '@paygate/contracts';
import { commands } from './commands.js';

/** The rights of a principal on the topics. The broker refuses everything else, where it knows its clients. */
export interface Rights {
  readonly writes: readonly Stream[];
  readonly reads: readonly Stream[];
}

/** The rights of a principal, as the contracts declare owners, readers and callers. */
export function rightsOf(principal: Principal): Rights {
  return principal === 'operator' ? rightsOfOperator() : rightsOfService(principal);
}

function rightsOfService(service: Exclude<Principal, 'operator'>): Rights {
  const called = commands.filter(({ callers }) => callers.includes(service)).map(({ owner }) => owner);
  const own = dataServices.filter((name) => name === service);
  return {
    writes: streams.filter(
      (stream) =>
        stream.owner === service ||
        called.some((owner) => isSame(stream, commandStream(owner))) ||
        (own.length > 0 && stream === replyStream),
    ),
    reads: streams.filter(
      (stream) =>
        own.some((name) => isSame(stream, commandStream(name))) ||
        stream.readers?.includes(service) === true ||
        (called.length > 0 && stream === replyStream),
    ),
  };
}

/**
 * The operator sends commands, publishes the originals of dead letters again and marks these letters as replayed. Signatures keep it
 * from inventing events.
 */
function rightsOfOperator(): Rights {
  const replayed = streams.filter(({ kind }) => kind === 'commands' || kind === 'events');
  const letters = streams.filter(({ kind }) => kind === 'dead-letters');
  const replies = streams.filter(({ kind }) => kind === 'replies');
  return { writes: [...replayed, ...letters], reads: [...replayed, ...letters, ...replies] };
}

function isSame(one: Stream, other: Stream): boolean {
  return one.name === other.name;
}
