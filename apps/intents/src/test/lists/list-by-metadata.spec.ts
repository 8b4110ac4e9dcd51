import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IntentPage, ListIntentsCommand } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { pairHash } from '../../search/metadata-pairs.js';
import { accepted, IntentsUnderTest } from '../intents-under-test.js';

const idsOf = (page: IntentPage): readonly string[] => page.intents.map(({ id }) => id);

describe('a list is filtered by metadata', () => {
  let intents: IntentsUnderTest;
  let owner: string;
  /** Newest first. */
  let ofShop: readonly string[];
  const shop = { key: 'shop', value: 'Bé"à' };
  const metadataOf = (orderId: number): string =>
    `{ "shop":"B\\u00e9\\"à", "orderId" : "${orderId}", "n":1.0, "isEven":"${orderId % 2 === 0}", "isPaper":"${[0, 1, 3].includes(orderId)}" }`;
  const of = async (query: Partial<ListIntentsCommand>): Promise<IntentPage> =>
    accepted(await intents.list({ merchantId: owner, ...query }));

  beforeAll(async () => {
    intents = await IntentsUnderTest.start();
    owner = newId('merchant');
    const placed: string[] = [];
    for (let orderId = 0; orderId < 5; orderId++) {
      const reference = orderId < 2 ? `order-${orderId}` : 'order-2';
      const { id } = await intents.created({ merchantId: owner, metadata: metadataOf(orderId), reference });
      if (orderId === 2 || orderId === 3) accepted(await intents.cancel(id, { merchantId: owner }));
      placed.unshift(id);
    }
    ofShop = placed;
    await intents.created({ merchantId: owner, metadata: '{"shop":{"shop":"other"},"n":"1.0"}' });
    await intents.created({ merchantId: owner });
  });
  afterAll(() => intents.stop());

  it('[2.6] to those whose value is exactly this text, and gives the metadata byte for byte', async () => {
    expect(idsOf(await of({ metadata: [shop] }))).toEqual(ofShop);
    const orderId = { key: 'orderId', value: '3' };
    const one = await of({ metadata: [orderId] });
    expect(one).toMatchObject({ intents: [{ id: ofShop[1], metadata: metadataOf(3) }], hasMore: false });
    const others = ['', '3 ', '03', '"3"', 'shop'];
    for (const value of others) expect(idsOf(await of({ metadata: [{ ...orderId, value }] }))).toEqual([]);
    for (const key of ['orderid', 'n', 'other', '__proto__'])
      expect(idsOf(await of({ metadata: [{ ...orderId, key }] }))).toEqual([]);
  });

  it('[2.6] to those that have all of the pairs', async () => {
    const orderId = { key: 'orderId', value: '3' };
    expect(idsOf(await of({ metadata: [shop, orderId] }))).toEqual([ofShop[1]]);
    expect(idsOf(await of({ metadata: [orderId, shop, orderId, shop, shop] }))).toEqual([ofShop[1]]);
    expect(idsOf(await of({ metadata: [shop, orderId, { key: 'orderId', value: '4' }] }))).toEqual([]);
    const isEven = { key: 'isEven', value: 'true' };
    const isPaper = { key: 'isPaper', value: 'true' };
    const both = { intents: [{ id: ofShop[4] }], hasMore: false };
    expect(await of({ metadata: [isEven, isPaper], limit: 1 })).toMatchObject(both);
    expect(await of({ metadata: [isPaper, isEven], limit: 1 })).toMatchObject(both);
    const ofReference = await of({ metadata: [isPaper, shop], reference: 'order-2', limit: 1 });
    expect(ofReference).toMatchObject({ intents: [{ id: ofShop[1] }], hasMore: false });
  });

  it('[2.6] together with status, reference, time and both cursors', async () => {
    const metadata = [shop];
    const [newest = '', , third = '', , oldest = ''] = ofShop;
    expect(idsOf(await of({ metadata, status: 'CANCELED' }))).toEqual(ofShop.slice(1, 3));
    expect(idsOf(await of({ metadata, reference: 'order-2' }))).toEqual(ofShop.slice(0, 3));
    expect(idsOf(await of({ metadata, reference: 'order-2', status: 'PENDING' }))).toEqual([newest]);
    const down = await of({ metadata, limit: 2, startingAfter: newest });
    expect(down).toMatchObject({ hasMore: true, nextCursor: third });
    expect(idsOf(down)).toEqual(ofShop.slice(1, 3));
    expect(idsOf(await of({ metadata, startingAfter: third }))).toEqual(ofShop.slice(3));
    const up = await of({ metadata, limit: 2, endingBefore: oldest });
    expect(up).toMatchObject({ hasMore: true, nextCursor: third });
    expect(idsOf(up)).toEqual(ofShop.slice(2, 4));
    const [{ createdAt } = { createdAt: '' }] = (await of({ metadata, startingAfter: newest, limit: 1 })).intents;
    expect(idsOf(await of({ metadata, createdFrom: createdAt }))).toEqual(ofShop.slice(0, 2));
    expect(idsOf(await of({ metadata, createdTo: createdAt }))).toEqual(ofShop.slice(2));
    expect(await intents.list({ merchantId: owner, metadata, startingAfter: newId('intent') })).toMatchObject({
      code: 'cursor_invalid',
    });
  });

  it('to one merchant and mode', async () => {
    const live = await intents.created({ merchantId: owner, mode: 'live', metadata: metadataOf(1) });
    const metadata = [{ key: 'orderId', value: '1' }];
    expect(idsOf(await of({ metadata, mode: 'live' }))).toEqual([live.id]);
    expect(idsOf(await of({ metadata }))).toEqual([ofShop[3]]);
    expect(idsOf(await of({ merchantId: intents.merchantId, metadata }))).toEqual([]);
  });

  it('a hash alone is no match: the text decides', async () => {
    const impostor = await intents.created({ merchantId: owner, metadata: '{"shop":"another"}' });
    const pair = { key: 'shop', value: 'never given' };
    await intents.sql.query('INSERT INTO intent_metadata_pair (pair_hash, created_at, intent_id) VALUES ($1, $2, $3)', [
      pairHash({ merchantId: owner, mode: 'test' }, pair),
      impostor.createdAt,
      impostor.id,
    ]);
    expect(await of({ metadata: [pair] })).toEqual({ intents: [], hasMore: false, nextCursor: null });
  });

  it('a repeated creation adds nothing, and one that was refused is not found', async () => {
    const metadata = '{"once":"1"}';
    const order = intents.order({ merchantId: owner, metadata, reference: 'once' });
    await Promise.all([1, 2, 3].map(() => intents.created(order)));
    expect(await intents.create({ merchantId: owner, metadata, reference: 'once' })).toMatchObject({ ok: false });
    expect(idsOf(await of({ metadata: [{ key: 'once', value: '1' }] }))).toEqual([order.intentId]);
    const { rows } = await intents.sql.query('SELECT FROM intent_metadata_pair WHERE pair_hash = $1', [
      pairHash({ merchantId: owner, mode: 'test' }, { key: 'once', value: '1' }),
    ]);
    expect(rows).toHaveLength(1);
  });
});
