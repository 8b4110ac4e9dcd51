import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@paygate/platform';
import { openApiDocument } from '@paygate/contracts';
import type { ApiDocument, FuzzReport, FuzzRequest } from '@paygate/testing/fuzz';
import { describeFinding, fuzzRequests, judgeAnswer, runFuzz } from '@paygate/testing/fuzz';
import { certificate } from './fixtures/gateway-client.js';
import { GatewayWorld } from './fixtures/gateway-world.js';

/*
 * Requests made from the API document, valid and invalid: no answer is a 5xx, and each is one that the document lists.
 * `npm run fuzz` does the same for longer with a whole stack.
 */

const REQUESTS = 2_000;
/** Further rounds at most, until every operation has succeeded once: some of them rarely draw a valid request. */
const MORE_ROUNDS = 6;
const document = JSON.parse(JSON.stringify(openApiDocument())) as ApiDocument;
const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
let world: GatewayWorld;

beforeAll(async () => {
  world = await GatewayWorld.create();
}, 90_000);
afterAll(() => world.end(), 60_000);

test(`${REQUESTS} requests get answers as documented (FUZZ_SEED=${seed})`, async () => {
  const requestsOf = fuzzRequests(document, world.fuzzWorld());
  // generating the requests took time of the gateway's process too
  await world.isServing();
  const baseUrl = `https://127.0.0.1:${world.gateway.port}`;
  const reports: FuzzReport[] = [];
  for (let round = 0; round === 0 || (round <= MORE_ROUNDS && unmet(reports).length > 0); round += 1) {
    // each request has the seed plus its number
    const part = { seed: seed + round * REQUESTS, requests: REQUESTS };
    const report = await runFuzz({ document, requestsOf, baseUrl, ca: certificate, ...part });
    expect(report.findings.map(describeFinding)).toEqual([]);
    expect(total(report)).toBe(REQUESTS);
    reports.push(report);
  }
  // a fuzzer that only meets refusals has not reached the operations
  expect(unmet(reports)).toEqual([]);
}, 600_000);

/** Operations that have not succeeded yet. */
function unmet(reports: readonly FuzzReport[]): string[] {
  const met = new Set(reports.flatMap(({ counts }) => [...counts.keys()]));
  return Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ operationId, responses }) => {
      const successes = Object.keys(responses).filter((status) => status.startsWith('2'));
      return !successes.some((status) => met.has(`${operationId} ${status}`));
    })
    .map(({ operationId }) => operationId);
}

const total = ({ counts }: FuzzReport) => [...counts.values()].reduce((sum, count) => sum + count, 0);

describe('the judge finds', () => {
  const request: FuzzRequest = {
    operationId: 'getIntent',
    method: 'GET',
    path: `/gateway/${newId('intent')}`,
    headers: {},
  };
  const headers = { 'x-request-id': 'req_1', 'x-api-version': '2026-11-20', 'strict-transport-security': 'max-age=1' };
  const problem = { type: 'https://docs', title: 't', detail: 'd', retryable: false, requestId: 'req_1' };
  const answer = (status: number, body: object, type = 'application/problem+json') => ({
    status,
    headers: { ...headers, 'content-type': type },
    text: JSON.stringify(body),
  });

  test.each([
    ['an undocumented status', answer(418, { ...problem, status: 418, code: 'intent_not_found' })],
    ['a code that the operation does not have', answer(404, { ...problem, status: 404, code: 'otp_invalid' })],
    ['another status in the problem', answer(404, { ...problem, status: 400, code: 'intent_not_found' })],
    ['another content type', answer(404, { ...problem, status: 404, code: 'intent_not_found' }, 'application/json')],
    ['a missing field', answer(200, { id: newId('intent') }, 'application/json')],
    ['a 5xx that is documented', answer(503, { ...problem, status: 503, code: 'service_unavailable' })],
    [
      'a word of what is inside',
      answer(404, { ...problem, status: 404, code: 'intent_not_found', detail: 'SELECT 1' }),
    ],
    ['a missing header', { ...answer(404, { ...problem, status: 404, code: 'intent_not_found' }), headers: {} }],
  ])('%s', (_name, given) => {
    expect(judgeAnswer(document, request, given)).not.toEqual([]);
  });

  test('nothing in an answer as documented', () => {
    expect(judgeAnswer(document, request, answer(404, { ...problem, status: 404, code: 'intent_not_found' }))).toEqual(
      [],
    );
  });
});
