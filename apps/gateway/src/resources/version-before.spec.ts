import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Type } from '@nestjs/common';
import type { CommandContract, CustomerPage } from '@paygate/contracts';
import {
  accept,
  BalanceTransactionPageAnswer,
  compileChecker,
  CustomerPageAnswer,
  listCustomers,
  listIntents,
  listPayouts,
  listRefunds,
  listTransactions,
  PaymentIntentPageAnswer,
  PayoutPageAnswer,
  RefundPageAnswer,
} from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, newApiKey } from '../test/fixtures/gateway-under-test.js';

/* During an upgrade a gateway asks services of the version before: their answers, as they sent them, still have the documented form. */

const secret = newApiKey();
const account = `"merchantId":"${secret.row.merchantId}","mode":"test"`;
const [id, userId, chargeId] = [newId('intent'), newId('user'), newId('charge')];
const times = '"createdAt":"2026-11-20T10:00:00.000Z","updatedAt":"2026-11-20T10:00:41.000Z"';
const completed = `"status":"COMPLETED",${times},"completedAt":"2026-11-20T10:00:41.000Z"`;
const page = '"hasMore":false,"nextCursor":null';
const intent = `{"id":"${id}",${account},${completed},"amount":"5000","amountRefunded":"0","fee":"75","net":"4925","currency":"XAF","description":null,"metadata":"{}","reference":"order-1042","userId":null,"retryOf":null,"paymentMethod":{"type":"mobile_money","operator":"mtn_momo"},"payer":{"phoneMasked":"********01","operator":"mtn_momo"},"payerId":null,"returnUrl":null,"cancelUrl":null,"nextAction":null,"failure":null,"chargeId":"${chargeId}","version":4,"expiresAt":"2026-11-20T10:30:00.000Z"}`;
const refund = `{"id":"${newId('refund')}",${account},"intentId":"${id}","chargeId":"${chargeId}",${completed},"amount":"1500","currency":"XAF","reason":null,"metadata":"{}","transmission":null,"failure":null,"actor":null}`;
const payout = `{"payoutId":"${newId('payout')}",${account},"destinationId":"${newId('payoutDestination')}","operator":"mtn_momo","phoneMasked":"********01",${completed},"amount":"50000","fee":"250","net":"49750","currency":"XAF","source":"request","reason":null,"metadata":"{}","transmission":null,"failure":null,"actor":null}`;
const entry = `{"id":"${chargeId}","type":"charge","method":"mtn_momo","chargeId":"${chargeId}","paymentIntentId":"${id}","refundId":null,"payoutId":null,"gross":"5000","fee":"75","net":"4925","availableAt":"2026-11-21T09:00:00.000Z","createdAt":"2026-11-20T10:00:41.000Z"}`;
const customer = `{"userId":"${userId}","payments":1,"totals":[{"currency":"XAF","payments":1,"amount":"5000"}],"firstPaymentAt":"2026-11-20T10:00:41.000Z","lastPaymentAt":"2026-11-20T10:00:41.000Z","isCut":false}`;

let gateway: GatewayUnderTest;
beforeAll(async () => {
  apiKeyRows.put(secret.row.apiKeyId, secret.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());

interface Listed {
  readonly path: string;
  readonly command: Pick<CommandContract<object, object>, 'name' | 'answer'>;
  readonly message: string;
  readonly answer: Type<object>;
}
const lists: readonly Listed[] = [
  {
    ...{ path: '/gateway', command: listIntents, answer: PaymentIntentPageAnswer },
    message: `{"intents":[${intent}],${page}}`,
  },
  {
    ...{ path: '/refunds', command: listRefunds, answer: RefundPageAnswer },
    message: `{"refunds":[${refund}],"hasMore":false}`,
  },
  {
    ...{ path: '/payouts', command: listPayouts, answer: PayoutPageAnswer },
    message: `{"payouts":[${payout}],"hasMore":false}`,
  },
  {
    ...{ path: '/balance/transactions', command: listTransactions, answer: BalanceTransactionPageAnswer },
    message: `{"entries":[${entry}],"hasMore":false}`,
  },
];

test.each(lists)('$path shows no number of the operator', async ({ path, command, message, answer }) => {
  const reply = JSON.parse(message) as object;
  expect(compileChecker(command.answer)(reply)).toEqual([]);
  busDouble.on(command as CommandContract<object, object>, () => accept(reply));
  const { status, body } = await gateway.ask({ path, headers: { 'x-api-key': secret.key } });
  expect(status).toBe(200);
  expect(compileChecker(answer)(body)).toEqual([]);
  expect(body).toMatchObject({ data: [{ mode: 'test', providerReference: null }] });
});

test('the list of customers has their totals', async () => {
  const reply = JSON.parse(`{"customers":[${customer}],${page}}`) as CustomerPage;
  busDouble.on(listCustomers, () => accept(reply));
  const { body } = await gateway.ask({ path: '/customers', headers: { 'x-api-key': secret.key } });
  expect(compileChecker(CustomerPageAnswer)(body)).toEqual([]);
  expect(body).toMatchObject({ data: [{ userId, payments: 1, totals: [{ amount: '5000' }] }] });
});
