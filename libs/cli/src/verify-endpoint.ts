import { DEFAULT_TOLERANCE_SECONDS, generateWebhookSecret } from '@paygate/webhook-signature';
import type { EndpointAnswer, SignedPost } from './post-signed.js';
import { postSigned } from './post-signed.js';

interface Check {
  readonly name: string;
  readonly accepts: boolean;
  readonly changes: Partial<SignedPost>;
  /** The fault when the endpoint answers otherwise. */
  readonly fault: string;
}

const STALE_SECONDS = 600;
/** Statuses of a server that has no route for the request. */
const NO_ROUTE = [404, 405, 410, 501];

/**
 * Sends deliveries to an endpoint that it must accept, and some that it must refuse, and prints in plain words what is wrong with its
 * verification. The endpoint verifies with `secret`.
 * @returns whether nothing is
 */
export async function verifyEndpoint(url: URL, secret: string): Promise<boolean> {
  const faults: string[] = [];
  for (const { name, accepts, changes, fault } of [...goodChecks(secret), ...forgedChecks(), ...timeChecks()]) {
    const answer = await postSigned(url, { ...delivery, secrets: [secret], ...changes });
    const isRight = isAccepted(answer) === accepts && answer.status !== undefined && !isRedirect(answer);
    console.log(`${isRight ? 'ok ' : 'BAD'}  ${name}: ${shown(answer)}`);
    if (!isRight) faults.push(wrongWith(answer, accepts) ?? fault);
  }
  for (const fault of new Set(faults)) console.log(`\n${fault}`);
  if (faults.length === 0) console.log('\nThe endpoint verifies signatures as it should.');
  return faults.length === 0;
}

/** An event whose text serialisers write in several ways: an endpoint that does not verify the raw body refuses it. */
const delivery = {
  id: 'evt_01k8zq7d5rj1ve3y9gankhs8j2',
  body: `{ "id": "evt_01k8zq7d5rj1ve3y9gankhs8j2", "type" :"endpoint.ping", "created": "2026-11-20T10:01:02.000Z",
  "apiVersion": "2026-11-20", "mode": "test", "sequence": null,
  "data": { "webhookEndpoint": { "id": "we_01k8zq8n3tf5ws6c0e2hdvk9ja", "url": "https://shop.example/caf\\u00e9?a=1\\/2", "reason": null } } }`,
};

function goodChecks(secret: string): readonly Check[] {
  return [
    {
      name: 'a good delivery',
      accepts: true,
      changes: {},
      fault:
        'The endpoint refuses a good delivery. Check that it has this secret, and that it verifies the raw, unparsed body: a body that was parsed and serialised again has other bytes.',
    },
    {
      name: 'a delivery with several signatures, of which one is yours',
      accepts: true,
      changes: { secrets: [generateWebhookSecret(), secret, generateWebhookSecret()] },
      fault:
        'The endpoint does not try every v1 of the header. During a rotation a delivery carries one signature for each valid secret, in any order, and one that matches is enough.',
    },
  ];
}

function forgedChecks(): readonly Check[] {
  return [
    {
      name: 'a delivery whose body was changed',
      accepts: false,
      changes: { sentBody: delivery.body.replace('a=1', 'a=9') },
      fault:
        'The endpoint accepts a body that was changed on the way. It does not verify the signature over the body that it received.',
    },
    {
      name: 'a delivery that another secret signed',
      accepts: false,
      changes: { secrets: [generateWebhookSecret()] },
      fault:
        'The endpoint accepts a delivery that another secret has signed. Anybody can send it events: it does not compare the signature.',
    },
    {
      name: 'a delivery without a signature',
      accepts: false,
      changes: { signature: 'absent' },
      fault:
        'The endpoint accepts a delivery without a signature. Anybody can send it events: refuse a request that lacks the header.',
    },
    {
      name: 'a delivery whose signature is empty',
      accepts: false,
      changes: { signature: 'empty' },
      fault:
        'The endpoint accepts a delivery whose signature is empty. Anybody can send it events: an empty header is no signature.',
    },
  ];
}

function timeChecks(): readonly Check[] {
  const nowSeconds = Math.floor(Date.now() / 1_000);
  return [
    {
      name: `a delivery whose timestamp is ${STALE_SECONDS} s in the future`,
      accepts: false,
      changes: { timestampSeconds: nowSeconds + STALE_SECONDS },
      fault: `The endpoint accepts a delivery whose timestamp is in the future. Refuse a timestamp that differs from your clock by more than ${DEFAULT_TOLERANCE_SECONDS} s in either direction.`,
    },
    {
      name: `a delivery that was signed ${STALE_SECONDS} s ago`,
      accepts: false,
      changes: { timestampSeconds: nowSeconds - STALE_SECONDS },
      fault: `The endpoint accepts a delivery that was signed long ago. Refuse a timestamp that differs from your clock by more than ${DEFAULT_TOLERANCE_SECONDS} s, so that a recorded delivery cannot be replayed.`,
    },
  ];
}

function isAccepted({ status }: EndpointAnswer): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

function isRedirect({ status }: EndpointAnswer): boolean {
  return status !== undefined && status >= 300 && status < 400;
}

function shown(answer: EndpointAnswer): string {
  return answer.status === undefined ? `no answer (${answer.error})` : String(answer.status);
}

/** The fault that no verification explains. */
function wrongWith(answer: EndpointAnswer, accepts: boolean): string | undefined {
  if (answer.status === undefined) return `The endpoint does not answer: ${answer.error}.`;
  if (isRedirect(answer))
    return 'The endpoint answers with a redirect, which deliveries do not follow. Register the final URL.';
  if (answer.status >= 500)
    return `The endpoint fails with ${answer.status} instead of refusing with a 4xx: see the log of your server.`;
  if (accepts && NO_ROUTE.includes(answer.status))
    return `The endpoint has no webhook at this path: it answers a good delivery with ${answer.status}. Check the URL and its method, POST.`;
  return undefined;
}
