#!/usr/bin/env bash
# A payment from a wallet with curl, step by step: what the merchant's server, the customer's page and the webhook do.
# It reads addresses and keys of the local stack (`npm start`) from .local/stack.json, or from the file that PAYGATE_STACK_FILE names.
# The variables BASE, CA, PK, SK, PHONE and PASSWORD replace single values.
set -euo pipefail

STACK=${PAYGATE_STACK_FILE:-$(dirname "$0")/../../.local/stack.json}
stack() { node -p "JSON.parse(require('fs').readFileSync('$STACK')).$1"; }
# the field of an answer; an answer without it is printed, and ends the script
field() {
  node -e "const text = require('fs').readFileSync(0, 'utf8'), value = JSON.parse(text)$1;
    if (value === undefined) { console.error(text); process.exit(1); } console.log(value);"
}
api() { curl --silent --show-error --fail-with-body --cacert "$CA" -H 'content-type: application/json' "$@"; }
soon() {
  for _ in $(seq 100); do "$@" 2> /dev/null && return; sleep 0.2; done
  echo "no $1, asked for 100 times" >&2
  return 1
}

if [ ! -e "$STACK" ]; then
  echo "There is no $STACK: start Paygate with 'npm start', and keep it running." >&2
  exit 1
fi
BASE=${BASE:-$(stack gateway.url)} CA=${CA:-$(stack gateway.ca)}
PK=${PK:-$(stack merchant.publishableKey)} SK=${SK:-$(stack merchant.secretKey)}
PHONE=${PHONE:-$(stack 'users[0].phoneNumber')} PASSWORD=${PASSWORD:-$(stack 'users[0].password')}

echo '1. Your server creates the payment, with the secret key.'
INTENT=$(api "$BASE/gateway" -H "authorization: Bearer $SK" -H "idempotency-key: pay-sh-$$-$(date +%s)" \
  -d '{"amount": "5000", "currency": "XAF", "description": "Order 1001", "metadata": {"orderId": "1001"}}' || true)
ID=$(field .id <<< "$INTENT") SESSION=$(field .sessionToken <<< "$INTENT")

echo '2. The customer signs in on your page, with the publishable key.'
CUSTOMER=$(api "$BASE/auth/web" -H "x-api-key: $PK" -d "{\"phoneNumber\": \"$PHONE\", \"password\": \"$PASSWORD\"}" || true)
USER_ID=$(field .id <<< "$CUSTOMER") USER_TOKEN=$(field .token <<< "$CUSTOMER")

echo '3. Paygate sends a code to the phone. In test mode it arrives in the inbox.'
SINCE=$(node -p 'new Date().toISOString()')
SENT=$(api "$BASE/auth/otp/init" -H "x-api-key: $PK" \
  -d "{\"userId\": \"$USER_ID\", \"channel\": \"sms\", \"intentionId\": \"$ID\"}" || true)
field .otpId <<< "$SENT" > /dev/null
code() {
  curl --silent --get "$(stack inbox.url)/messages" --data-urlencode "to=$PHONE" |
    field ".find(({ sentAt }) => sentAt > '$SINCE').text.match(/\b\d{6}\b/)[0]"
}
OTP=$(soon code)

echo '4. The customer types the code, and the page exchanges it for a token.'
TOKEN=$(api "$BASE/auth/otp/verify" -H "x-api-key: $PK" \
  -d "{\"userId\": \"$USER_ID\", \"otp\": \"$OTP\", \"intentionId\": \"$ID\"}" | field .token)

echo '5. The page charges the payment with the token. A charge of a wallet needs the sign-in, too.'
CHARGE=$(api "$BASE/payment/charge" -H "x-api-key: $PK" -H "authorization: Bearer $USER_TOKEN" -H "x-otp-token: $TOKEN" \
  -d "{\"intentionId\": \"$ID\"}" || true)
field .id <<< "$CHARGE" > /dev/null

echo '6. Paygate sends your server the outcome as a signed event.'
event() {
  curl --silent "$(stack merchant.webhookReceiver.url)/received" |
    field ".find(({ rawBody, verified }) => verified && rawBody.includes('$ID')).rawBody"
}
soon event

echo '7. Anyone who has the session token reads the status:'
api "$BASE/gateway/session" -H "x-api-key: $PK" -H "x-session-token: $SESSION" | field .status
