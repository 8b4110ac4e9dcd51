import type { IncomingHttpHeaders } from 'node:http';
import type { Mode } from '@paygate/contracts';
import { headers, modes } from '@paygate/contracts';
import { PaygateError } from '@paygate/platform';

/** The mode that a request names; test when it names none. An API key has a mode of its own, so for it the form alone counts. */
export function modeNamedIn(given: IncomingHttpHeaders): Mode {
  const wanted = given[headers.mode] ?? 'test';
  const mode = modes.find((each) => each === wanted);
  if (mode === undefined)
    throw new PaygateError('parameter_invalid', { param: headers.mode, detail: 'The mode must be test or live.' });
  return mode;
}
