import { PaygateError } from '@paygate/platform';

/** For operations without a body: they take none, or an empty object. Throws `parameter_unknown`. */
export function refuseBody(body: unknown): void {
  if (Buffer.isBuffer(body) && !/^\s*(\{\s*\}\s*)?$/.test(body.toString('utf8')))
    throw new PaygateError('parameter_unknown', { detail: 'This operation takes no body.' });
}
