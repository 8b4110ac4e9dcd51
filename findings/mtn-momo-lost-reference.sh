#!/usr/bin/env bash
# mtn-momo 2.0.0 (npm) with axios 0.21.4.
#
# Collections.requestToPay() takes no reference: it makes the X-Reference-Id itself, and returns it once MTN has answered 202. An answer of 500 or more, which
# a proxy also gives for a request that MTN has taken, becomes an UnspecifiedError without request, header or reference. The payer may pay on, and the
# caller has no number by which to ask for the outcome: MTN's API finds a request by nothing else. Asking again makes another reference and prompts
# the payer a second time. Disbursements.transfer() of the same package takes the reference from its caller, as MTN's API means it: the header is there
# to be chosen and stored before the request.
#
# Needs npm and Node. Exits with 0 while this is so, with 1 when it has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '%s' '{"private":true,"dependencies":{"mtn-momo":"2.0.0"},"overrides":{"axios":"0.21.4"}}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts > /dev/null

cat > ask.cjs << 'NODE'
const { createServer } = require('node:http');
const { inspect } = require('node:util');
const { create } = require('mtn-momo');

const taken = [];
const operator = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.setHeader('Content-Type', 'application/json');
    if (request.url.endsWith('/token/')) return response.end('{"access_token":"t","token_type":"access_token","expires_in":3600}');
    // the request is taken, and its answer is the one of a proxy that waited too long
    taken.push(request.headers['x-reference-id']);
    response.statusCode = 504;
    return response.end('{}');
  });
});

operator.listen(0, '127.0.0.1', async () => {
  const baseUrl = `http://127.0.0.1:${operator.address().port}`;
  const { Collections } = create({ callbackHost: 'shop.example', baseUrl, environment: 'mtncameroon' });
  const collections = Collections({ userId: '3f2b1c1e-7b3a-4d5c-9f60-1a2b3c4d5e6f', userSecret: 's', primaryKey: 'k' });
  const payer = { partyIdType: 'MSISDN', partyId: '237670000001' };
  const order = { amount: '500', currency: 'XAF', externalId: '7', payer, payerMessage: '7', payeeNote: '7' };
  const known = [];
  for (let time = 1; time <= 2; time += 1) {
    const error = await collections.requestToPay(order).then(() => undefined, (reason) => reason);
    known.push(inspect(error, { depth: null, showHidden: true }).includes(taken.at(-1)));
    if (time === 1) console.log(`error: ${error.name}`);
  }
  console.log(`taken: ${taken.length}, other references: ${new Set(taken).size}, known to the caller: ${known.filter(Boolean).length}`);
  operator.close();
});
NODE
printed=$(node ask.cjs)
echo "$printed"
[[ $printed == $'error: UnspecifiedError\ntaken: 2, other references: 2, known to the caller: 0' ]] || {
  echo 'this has changed' >&2
  exit 1
}
