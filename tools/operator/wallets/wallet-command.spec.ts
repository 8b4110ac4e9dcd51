import { expect, test } from '@jest/globals';
import type { CommandContract, Reply, WalletsListed } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { askedFor } from '../asked-for.js';
import { BadUsage } from '../bad-usage.js';
import { operatorWork } from '../operator-commands.js';
import { walletCommands } from './wallet-command.js';

const listed: WalletsListed = {
  states: [
    { state: 'open', wallets: 2, balance: '700' },
    { state: 'closed', wallets: 1, balance: '300' },
  ],
  ...{ ofLedger: '1000', dormant: [], dormantTotal: 0 },
};
const [[, { workOf }]] = walletCommands;

async function printed(answer: WalletsListed) {
  const sent: unknown[] = [];
  const send = <Request extends object, Answer extends object>(
    { name }: CommandContract<Request, Answer>,
    request: Request,
  ) => {
    sent.push([name, request]);
    return Promise.resolve({ ok: true, data: answer } as unknown as Reply<Answer>);
  };
  return { shown: await workOf('live', '2026-01-31T09:00:00Z')({ send }), sent };
}

test('the wallets of a mode are asked for, and their sum is compared with the ledger', async () => {
  const { shown, sent } = await printed(listed);
  const dormantSince = '2026-01-31T09:00:00.000Z';
  expect(sent).toEqual([['list-wallets', { mode: 'live', currency: 'XAF', dormantSince }]]);
  expect(shown).toEqual(Object.assign({ balance: '1000', differsFromLedger: '0' }, listed));
  expect((await printed(Object.assign({}, listed, { ofLedger: '1001' }))).shown).toMatchObject({
    differsFromLedger: '-1',
  });
});

test.each(['freeze', 'unfreeze'] as const)('%s-wallet sends the act, only with its last word', async (act) => {
  const userId = newId('user');
  const words = [`${act}-wallet`, userId, 'live', 'Phone was stolen'];
  const command = { userId, mode: 'live', currency: 'XAF', act, reason: 'Phone was stolen' };
  expect(await askedFor(...words, act)).toEqual(['freeze-wallet', command]);
  expect(await askedFor(...words)).toBeUndefined();
  expect(() => operatorWork(words.with(2, 'sandbox'))).toThrow('"sandbox" is not a mode: test, live');
  expect(() => operatorWork(words.with(3, ' '))).toThrow('the reason must be one line of 1 to 200 visible characters');
});

test('another mode, and what is no time, are no such command', () => {
  expect(() => workOf('sandbox', '2026-01-31T09:00:00Z')).toThrow(BadUsage);
  expect(() => workOf('live', 'yesterday')).toThrow(BadUsage);
});
