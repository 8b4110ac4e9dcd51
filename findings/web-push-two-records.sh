#!/usr/bin/env bash
# web-push 3.6.7 (npm) with http_ece 1.2.0.
#
# generateRequestDetails() and sendNotification() take a text of any length. Of 4,080 bytes or more they make a body with two records of
# `aes128gcm`, of 4,096 bytes and of the rest. RFC 8291, section 4, has an application server encrypt a push message with a single record, so that a
# receiver need handle no more than one. From 3,994 bytes on the body has more than the 4,096 bytes that a push service must take (RFC 8030, section
# 7.2). Neither is an error or a warning: whether such a message arrives depends on the push service and the browser.
#
# A TTL that is no whole number is passed on, too: 'soon' becomes the header `TTL: NaN`, and 1.5 becomes `TTL: 1.5`. RFC 8030, section 5.2, allows digits.
#
# Needs npm and Node. Exits with 0 while this is so, with 1 when it has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '%s' '{"private":true,"dependencies":{"web-push":"3.6.7"},"overrides":{"http_ece":"1.2.0"}}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts > /dev/null

cat > ask.cjs << 'NODE'
const { createECDH, randomBytes } = require('node:crypto');
const push = require('web-push');
const browser = createECDH('prime256v1');
browser.generateKeys();
const keys = { p256dh: browser.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') };
const vapidDetails = { subject: 'mailto:team@shop.example', ...push.generateVAPIDKeys() };
const request = (bytes, more) =>
  push.generateRequestDetails({ endpoint: 'https://push.example/a', keys }, 'x'.repeat(bytes), { vapidDetails, ...more });
const sizes = [3993, 3994, 4079, 4080].map((bytes) => {
  const { body } = request(bytes);
  // salt, size of a record, length of the key, key (RFC 8188, section 2.1)
  const records = Math.ceil((body.length - 21 - body.readUInt8(20)) / body.readUInt32BE(16));
  return `${bytes}: ${body.length} bytes in ${records}`;
});
const lives = ['soon', 1.5].map((TTL) => `TTL ${TTL}: ${request(1, { TTL }).headers.TTL}`);
console.log([`web-push ${require('web-push/package.json').version}`, ...sizes, ...lives].join('; '));
NODE
printed=$(node ask.cjs)
echo "$printed"

[[ $printed == 'web-push 3.6.7; 3993: 4096 bytes in 1; 3994: 4097 bytes in 1; 4079: 4182 bytes in 1; 4080: 4200 bytes in 2; TTL soon: NaN; TTL 1.5: 1.5' ]] || {
  echo 'this has changed' >&2
  exit 1
}
