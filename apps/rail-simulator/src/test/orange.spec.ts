import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@paygate/testing';
import type { CallbackReceiver } from './fixtures/callback-receiver.js';
import { startCallbackReceiver } from './fixtures/callback-receiver.js';
import { OrangeClient } from './fixtures/rail-clients.js';
import type { SimulatorUnderTest } from './fixtures/simulator.js';
import { startSimulator } from './fixtures/simulator.js';

let simulator: SimulatorUnderTest;
let receiver: CallbackReceiver;
let orange: OrangeClient;

beforeAll(async () => {
  [simulator, receiver] = await Promise.all([startSimulator('orange'), startCallbackReceiver()]);
  orange = new OrangeClient(simulator.railsUrl, receiver.url);
  await orange.signIn();
});

afterAll(async () => {
  await simulator.stop();
  await receiver.stop();
});

async function data(payToken: string): Promise<Record<string, unknown>> {
  return (await orange.status(payToken)).json()['data'] as Record<string, unknown>;
}

const ended = (payToken: string): Promise<Record<string, unknown>> =>
  eventually(async () => {
    const found = await data(payToken);
    return found['status'] === 'PENDING' ? undefined : found;
  });

const movements = (payToken: string): Promise<unknown[]> =>
  simulator.database.query('SELECT amount::text FROM movement WHERE reference = $1', [payToken]);

describe('tokens of Orange Money', () => {
  test('are given out again while they are valid', async () => {
    const [first, second] = [(await orange.signIn()).json(), (await orange.signIn()).json()];
    expect(first).toMatchObject({ token_type: 'Bearer', scope: 'am_application_scope default' });
    expect(second['access_token']).toBe(first['access_token']);
    expect(Number(second['expires_in'])).toBeLessThanOrEqual(3600);
  });

  test('need the client, the grant type, and later the X-AUTH-TOKEN', async () => {
    const wrong = { authorization: 'Basic YTpi', 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await orange.send('POST', '/token', { headers: wrong, body: 'grant_type=client_credentials' });
    expect([answer.status, answer.json()['error']]).toEqual([401, 'invalid_client']);
    const anonymous = await orange.send('POST', '/omcoreapis/1.0.2/mp/init', {
      headers: { authorization: 'Bearer x' },
    });
    expect([anonymous.status, anonymous.json()]).toEqual([401, { fault: expect.objectContaining({ code: 900901 }) }]);
    const foreign = await orange.send('POST', '/omcoreapis/1.0.2/mp/init', { headers: { 'x-auth-token': 'x' } });
    expect(foreign.status).toBe(401);
  });
});

describe('a payment by Orange Money', () => {
  test('is initiated, then pending, then SUCCESSFULL, and is debited once', async () => {
    const payToken = await orange.init();
    expect(await data(payToken)).toMatchObject({ status: 'INITIATED', inittxnstatus: null, txnid: null, amount: null });
    const answer = await orange.pay('01', payToken);
    expect([answer.status, answer.json()]).toEqual([
      200,
      {
        message: 'Merchant payment successfully initiated',
        data: {
          id: expect.any(Number),
          createtime: expect.stringMatching(/^[0-9]{10}$/),
          subscriberMsisdn: '690000001',
          amount: 5000,
          payToken,
          txnid: expect.stringMatching(/^MP[0-9]{6}\.[0-9]{4}\.A[0-9]{5}$/),
          txnmode: 'order-01',
          inittxnmessage: expect.any(String),
          inittxnstatus: '200',
          confirmtxnstatus: null,
          confirmtxnmessage: null,
          status: 'PENDING',
          notifUrl: `${receiver.url}/orange/${payToken}`,
          description: 'Paygate',
          channelUserMsisdn: '690000000',
        },
      },
    ]);
    expect(await ended(payToken)).toMatchObject({ status: 'SUCCESSFULL', confirmtxnstatus: '200' });
    const [callback] = await eventually(() => {
      const found = receiver.of(payToken);
      return found.length > 0 && found;
    });
    expect(callback).toMatchObject({
      method: 'POST',
      body: { payToken, status: 'SUCCESSFULL', message: 'Operation successfull' },
    });
    expect(await movements(payToken)).toEqual([{ amount: '-5000' }]);
  });

  test.each([
    ['10', '60019', 'Le solde du compte du payeur est insuffisant'],
    ['13', '60011', expect.any(String)],
    ['14', '60014', expect.any(String)],
    ['15', '60017', expect.any(String)],
    ['06', '60011', expect.any(String)],
    ['99', '60011', expect.any(String)],
  ])('of number %s is refused with 417 and %s, without a callback', async (digits, inittxnstatus, inittxnmessage) => {
    const payToken = await orange.init();
    const answer = await orange.pay(digits, payToken);
    const failed = { status: 'FAILED', inittxnstatus, inittxnmessage, txnid: null };
    expect([answer.status, answer.json()['data']]).toEqual([417, expect.objectContaining(failed)]);
    expect(answer.json()['message']).toMatch(new RegExp(`^${inittxnstatus} :: `));
    expect(await data(payToken)).toMatchObject(failed);
    expect(await simulator.database.query('SELECT FROM callback WHERE reference = $1', [payToken])).toEqual([]);
    expect(await movements(payToken)).toEqual([]);
  });

  test('is refused when the payer has less than it asks for', async () => {
    const setBalance = `INSERT INTO payer VALUES ('orange_money', '690000001', $1)
      ON CONFLICT (rail, msisdn) DO UPDATE SET balance = EXCLUDED.balance`;
    await simulator.database.query(setBalance, ['4999']);
    const payToken = await orange.init();
    const answer = await orange.pay('01', payToken);
    expect([answer.status, answer.json()['message']]).toEqual([417, expect.stringMatching(/^60019 :: /)]);
    await simulator.database.query(setBalance, ['5000']);
    const enough = await orange.init();
    expect((await orange.pay('01', enough)).status).toBe(200);
    expect(await ended(enough)).toMatchObject({ status: 'SUCCESSFULL' });
    await simulator.database.query(setBalance, ['1000000']);
  });

  test.each([
    ['11', 'CANCELLED'],
    ['12', 'EXPIRED'],
    ['18', 'FAILED'],
    ['19', 'FAILED'],
  ])('of number %s ends as %s after it was pending', async (digits, status) => {
    const payToken = await orange.init();
    expect((await orange.pay(digits, payToken)).status).toBe(200);
    expect(await ended(payToken)).toMatchObject({ status, confirmtxnstatus: expect.stringMatching(/^[0-9]{5}$/) });
    const [callback] = await eventually(() => {
      const found = receiver.of(payToken);
      return found.length > 0 && found;
    });
    expect(callback?.body).toMatchObject({ payToken, status });
    expect(await movements(payToken)).toEqual([]);
  });

  test('of number 03 succeeds without a callback', async () => {
    const payToken = await orange.init();
    await orange.pay('03', payToken);
    expect(await ended(payToken)).toMatchObject({ status: 'SUCCESSFULL' });
    expect(await simulator.database.query('SELECT FROM callback WHERE reference = $1', [payToken])).toEqual([]);
  });

  test('with a payToken that was paid answers 422, and moves money once however many come at once', async () => {
    const payToken = await orange.init();
    const answers = await Promise.all(Array.from({ length: 20 }, () => orange.pay('01', payToken)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(422)]);
    await ended(payToken);
    expect(await movements(payToken)).toHaveLength(1);
  });

  test.each([
    { amount: 5000 },
    { amount: '0' },
    { subscriberMsisdn: '237690000001' },
    { notifUrl: 'x' },
    { orderId: 7 },
  ])('with %j is refused', async (wrong) => {
    expect((await orange.pay('01', await orange.init(), wrong)).status).toBe(400);
  });

  test('needs the merchant’s PIN, which the journal does not keep, and a payToken that was issued', async () => {
    const payToken = await orange.init();
    expect((await orange.pay('01', payToken, { pin: '9999' })).status).toBe(401);
    const [row] = await simulator.database.query<{ body: string }>(
      'SELECT body FROM request_journal WHERE reference = $1',
      [payToken],
    );
    expect(row?.body).toContain('"pin":"[secret]"');
    expect((await orange.pay('01', 'MP0000')).status).toBe(404);
    expect((await orange.status('MP0000')).status).toBe(404);
  });
});

describe('a cash-in by Orange Money', () => {
  let cashIns: OrangeClient;
  beforeAll(async () => {
    cashIns = new OrangeClient(simulator.railsUrl, receiver.url, 'cashin');
    await cashIns.signIn();
  });
  const cashIn = async (digits: string): Promise<string> => {
    const payToken = await cashIns.init();
    // the connection of one number is reset
    await cashIns.pay(digits, payToken).catch(() => undefined);
    return payToken;
  };
  const endOf = (payToken: string): Promise<unknown> =>
    eventually(async () => {
      const { status } = (await cashIns.status(payToken)).json()['data'] as Record<string, unknown>;
      return status !== 'PENDING' && status;
    });

  test.each([
    ['01', 'SUCCESSFULL', [{ amount: '5000' }]],
    ['51', 'FAILED', []],
    ['52', 'SUCCESSFULL', [{ amount: '5000' }]],
  ])('to number %s ends as %s', async (digits, status, moved) => {
    const payToken = await cashIn(digits);
    expect(await endOf(payToken)).toBe(status);
    expect(await movements(payToken)).toEqual(moved);
  });

  test('is made once with one token, which pays for nothing else', async () => {
    const payToken = await cashIn('01');
    expect((await cashIns.pay('01', payToken)).status).toBe(422);
    await endOf(payToken);
    expect(await movements(payToken)).toHaveLength(1);
    expect((await orange.status(payToken)).status).toBe(404);
    expect((await orange.pay('01', await cashIns.init())).status).not.toBe(200);
  });

  test('fails when the channel is short of money', async () => {
    await simulator.database.query(`INSERT INTO paying_account VALUES ('orange_money', 7000)`);
    const [first, second] = [await cashIn('01'), await cashIn('01')];
    expect([await endOf(first), await endOf(second)].sort()).toEqual(['FAILED', 'SUCCESSFULL']);
    const left = await simulator.database.query('SELECT balance::text FROM paying_account');
    expect(left).toEqual([{ balance: '2000' }]);
    await simulator.database.query('DELETE FROM paying_account');
  });
});
