import type { ErrorCode, IdKind } from '@paygate/contracts';
import { idPattern } from '@paygate/contracts';
import { PaygateError } from '@paygate/platform';

interface OfOne {
  readonly params: { readonly id: string };
}

/** Reads the id in the path of a request about one object. A malformed id is answered like the id of no object: with the code `missing`. */
export function pathIdOf(kind: IdKind, missing: ErrorCode): (request: OfOne) => string {
  const pattern = idPattern(kind);
  return ({ params: { id } }) => {
    if (!pattern.test(id)) throw new PaygateError(missing);
    return id;
  };
}

export const intentIdOf = pathIdOf('intent', 'intent_not_found');
