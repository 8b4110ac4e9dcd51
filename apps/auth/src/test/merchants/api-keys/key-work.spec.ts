import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ApiKeyInfo, ApiKeyRevoked, KeyWorkEnded, MerchantActed, MerchantAction } from '@paygate/contracts';
import {
  actedInCharging,
  actedInIntents,
  actedInWebhooks,
  createApiKey,
  eventStreams,
  keyWorkEnded,
  readKeyWork,
  revokeApiKey,
  rotateApiKey,
} from '@paygate/contracts';
import type { KeyWorkCase } from '@paygate/contracts/test';
import { keyWorkCases } from '@paygate/contracts/test';
import { newId } from '@paygate/platform';
import type { EventCollector, Neighbour } from '@paygate/testing';
import { eventCollector, eventually, startNeighbour } from '@paygate/testing';
import { madeBy, newMerchantOf, rotation, wanted } from '../../fixtures/api-key-requests.js';
import { AuthUnderTest } from '../../fixtures/auth-under-test.js';

let auth: AuthUnderTest;
let intents: Neighbour;
let charging: Neighbour;
let webhooks: Neighbour;
let published: EventCollector;
beforeAll(async () => {
  auth = await AuthUnderTest.start();
  [intents, charging, webhooks, published] = await Promise.all([
    startNeighbour('intents', auth.busEnv),
    startNeighbour('charging', auth.busEnv),
    startNeighbour('webhooks', auth.busEnv),
    eventCollector(auth.topics.prefix, eventStreams.auth),
  ]);
});
afterAll(async () => {
  await Promise.all([intents.stop(), charging.stop(), webhooks.stop(), published.stop()]);
  await auth.stop();
});

const mode = 'test' as const;
/** A key that another key makes. */
const minted = async (merchantId: string, { apiKeyId: actorKeyId }: ApiKeyInfo): Promise<ApiKeyInfo> => {
  const reply = await auth.ask(createApiKey, wanted(merchantId, { actorKeyId }), 'gateway');
  if (!reply.ok) throw new Error(reply.code);
  return reply.data.apiKey;
};
const rotated = async (merchantId: string, { apiKeyId }: ApiKeyInfo, by?: ApiKeyInfo): Promise<ApiKeyInfo> =>
  (await auth.get(rotateApiKey, rotation(merchantId, apiKeyId, by === undefined ? {} : { actorKeyId: by.apiKeyId })))
    .apiKey;
const revoke = (merchantId: string, { apiKeyId }: ApiKeyInfo, ...keep: string[]): Promise<ApiKeyRevoked> =>
  auth.get(revokeApiKey, { apiKeyId, merchantId, mode, ...(keep.length === 0 ? {} : { keep }) });
const workOf = (merchantId: string, { apiKeyId }: ApiKeyInfo) => auth.get(readKeyWork, { apiKeyId, merchantId, mode });
const inForce = async (merchantId: string): Promise<readonly string[]> =>
  (
    await auth.sql<{ id: string }>(
      'SELECT id FROM api_key WHERE merchant_id = $1 AND revoked_at IS NULL ORDER BY id',
      merchantId,
    )
  ).map(({ id }) => id);
const ids = (work: readonly { readonly id: string }[]) => work.map(({ id }) => id).sort();

/** Has the service of the object report an act, until the audit trail has it. */
async function acted(merchantId: string, actor: ApiKeyInfo, action: MerchantAction, subject: string): Promise<void> {
  const act: MerchantActed = { merchantId, mode, action, subject, actor: actor.apiKeyId };
  if (action.startsWith('webhook_endpoint')) await webhooks.emit(actedInWebhooks, act);
  else if (action.startsWith('payment_link')) await intents.emit(actedInIntents, act);
  else await charging.emit(actedInCharging, act);
  await eventually(async () => {
    const text = 'SELECT FROM audit_record WHERE merchant_id = $1 AND action = $2 AND subject = $3 AND actor = $4';
    return (await auth.sql(text, merchantId, action, subject, actor.apiKeyId)).length > 0;
  });
}
const subjectOf = ({ object }: KeyWorkCase): string =>
  object === 'payout_schedule' ? 'daily' : newId(object === 'payment_link' ? 'paymentLink' : 'webhookEndpoint');
const endsOf = (merchantId: string): readonly KeyWorkEnded[] =>
  published.events
    .filter(({ type, key }) => type === keyWorkEnded.type && key === merchantId)
    .map(({ payload }) => payload as KeyWorkEnded);

describe('[1.58] a key that a key makes', () => {
  test('knows its maker, also through rotations', async () => {
    const merchantId = await newMerchantOf(auth);
    const leaked = await madeBy(auth, merchantId);
    expect(leaked).not.toHaveProperty('madeBy');
    const spare = await minted(merchantId, leaked);
    expect(spare.madeBy).toBe(leaked.apiKeyId);
    expect((await rotated(merchantId, spare)).madeBy).toBe(leaked.apiKeyId);
    expect((await rotated(merchantId, leaked)).madeBy).toBeUndefined();
  });

  test('is revoked with its maker, with all that it made, and with what the maker rotated', async () => {
    const merchantId = await newMerchantOf(auth);
    const [leaked, other] = [await madeBy(auth, merchantId), await madeBy(auth, merchantId)];
    const spare = await minted(merchantId, leaked);
    const [ofSpare, after] = [await minted(merchantId, spare), await rotated(merchantId, spare)];
    const [own, taken] = [
      await rotated(merchantId, leaked, leaked),
      await rotated(merchantId, await madeBy(auth, merchantId), leaked),
    ];
    const made = [spare, ofSpare, after, own, taken].map(({ apiKeyId: id }) => ({ id }));
    const shown = await workOf(merchantId, leaked);
    expect(ids(shown.data)).toEqual(ids(made));
    const acts = new Map(shown.data.map(({ id, act }) => [id, act]));
    expect([spare, after].map(({ apiKeyId }) => acts.get(apiKeyId))).toEqual(['created', 'rotated']);
    const revoked = await revoke(merchantId, leaked);
    expect(revoked).toMatchObject({ endedCount: 5, ended: shown.data });
    const standing = await inForce(merchantId);
    expect(standing).toContain(other.apiKeyId);
    for (const { id } of made) expect(standing).not.toContain(id);
    expect(await revoke(merchantId, leaked)).toMatchObject({ ended: [], endedCount: 0 });
  });

  test('is kept by its id, with what it made', async () => {
    const merchantId = await newMerchantOf(auth);
    const leaked = await madeBy(auth, merchantId);
    const [kept, ended] = [await minted(merchantId, leaked), await minted(merchantId, leaked)];
    const ofKept = await minted(merchantId, kept);
    expect(ids((await revoke(merchantId, leaked, kept.apiKeyId)).ended ?? [])).toEqual([ended.apiKeyId]);
    expect(await inForce(merchantId)).toEqual([kept.apiKeyId, ofKept.apiKeyId].sort());
  });

  test('is not kept by its maker, and what was kept ends by a further revocation', async () => {
    const merchantId = await newMerchantOf(auth);
    const [leaked, other] = [await madeBy(auth, merchantId), await madeBy(auth, merchantId)];
    const [spare, kept] = [await minted(merchantId, leaked), await minted(merchantId, other)];
    const itself = { apiKeyId: leaked.apiKeyId, merchantId, mode, actorKeyId: leaked.apiKeyId };
    const byItself = await auth.ask(revokeApiKey, { ...itself, keep: [spare.apiKeyId] }, 'gateway');
    expect(byItself).toMatchObject({ ok: true, data: { endedCount: 1, ended: [{ id: spare.apiKeyId }] } });
    expect(await auth.ask(revokeApiKey, itself, 'gateway')).toMatchObject({ ok: true, data: { endedCount: 0 } });
    expect(await revoke(merchantId, other, kept.apiKeyId)).toMatchObject({ endedCount: 0 });
    expect(await revoke(merchantId, other)).toMatchObject({ endedCount: 1, ended: [{ id: kept.apiKeyId }] });
    expect(await inForce(merchantId)).toEqual([]);
  });

  test('outlives the rotation and the expiry of its maker', async () => {
    const merchantId = await newMerchantOf(auth);
    const maker = await madeBy(auth, merchantId);
    const spare = await minted(merchantId, maker);
    await auth.get(rotateApiKey, rotation(merchantId, maker.apiKeyId, { overlapSeconds: 0 }));
    expect(await inForce(merchantId)).toContain(spare.apiKeyId);
    expect(endsOf(merchantId)).toEqual([]);
  });

  test('of another account or mode is not in reach', async () => {
    const [merchantId, otherId] = [await newMerchantOf(auth), await newMerchantOf(auth)];
    const foreign = await madeBy(auth, otherId);
    const live = await madeBy(auth, merchantId, { mode: 'live' });
    for (const { apiKeyId } of [foreign, live])
      expect(await auth.ask(readKeyWork, { apiKeyId, merchantId, mode }, 'gateway')).toMatchObject({
        code: 'api_key_not_found',
      });
  });
});

describe('[1.58] an act of a key', () => {
  test.each(keyWorkCases)('$acted is shown, and ends when the key is revoked', async (one) => {
    const merchantId = await newMerchantOf(auth);
    const [leaked, other] = [await madeBy(auth, merchantId), await madeBy(auth, merchantId)];
    const [subject, kept] = [subjectOf(one), newId('paymentLink')];
    const id = one.object === 'payout_schedule' ? one.object : subject;
    await acted(merchantId, leaked, one.acted, subject);
    await acted(merchantId, leaked, 'payment_link.created', kept);
    await acted(merchantId, other, 'payment_link.created', newId('paymentLink'));
    const work = { id, object: one.object, act: one.act, at: expect.any(String) };
    expect((await workOf(merchantId, leaked)).data).toContainEqual(work);
    const { ended } = await revoke(merchantId, leaked, kept);
    expect(ended).toEqual([work]);
    await eventually(() => Promise.resolve(endsOf(merchantId).length === 1));
    expect(endsOf(merchantId)).toEqual([{ merchantId, mode, actor: 'operator', work: [work] }]);
  });

  test.each(keyWorkCases)('$acted that arrives after the revocation ends, too', async (one) => {
    const merchantId = await newMerchantOf(auth);
    const leaked = await madeBy(auth, merchantId);
    await revoke(merchantId, leaked);
    await acted(merchantId, leaked, one.acted, subjectOf(one));
    await eventually(() => Promise.resolve(endsOf(merchantId).length === 1));
    expect(endsOf(merchantId)).toMatchObject([
      { actor: leaked.apiKeyId, work: [{ object: one.object, act: one.act }] },
    ]);
  });

  test.each(keyWorkCases)('$acted of what was kept stands, also when it arrives after the revocation', async (one) => {
    const merchantId = await newMerchantOf(auth);
    const leaked = await madeBy(auth, merchantId);
    const spare = await minted(merchantId, leaked);
    const [subject, end] = [subjectOf(one), newId('paymentLink')];
    const kept = one.object === 'payout_schedule' ? one.object : subject;
    await revoke(merchantId, leaked, kept);
    for (const actor of [leaked, spare]) await acted(merchantId, actor, one.acted, subject);
    // the acts of an account are in order, so that this one ends after those
    await acted(merchantId, spare, 'payment_link.created', end);
    await eventually(() => Promise.resolve(endsOf(merchantId).some(({ work }) => work[0]?.id === end)));
    expect(endsOf(merchantId)).toHaveLength(1);
    // the latest revocation counts
    await revoke(merchantId, leaked);
    await acted(merchantId, spare, one.acted, subject);
    await eventually(() => Promise.resolve(endsOf(merchantId).length === 3));
    expect(ids(endsOf(merchantId).flatMap(({ work }) => work))).toEqual([end, end, kept, kept].sort());
  });

  test('by a key that the revoked one made ends with it', async () => {
    const merchantId = await newMerchantOf(auth);
    const leaked = await madeBy(auth, merchantId);
    const spare = await minted(merchantId, leaked);
    const subject = newId('webhookEndpoint');
    await acted(merchantId, spare, 'webhook_endpoint.created', subject);
    expect(ids((await revoke(merchantId, leaked)).ended ?? [])).toEqual([spare.apiKeyId, subject].sort());
  });

  test('by an expired key that the revoked one made ends, too, when it arrives after the revocation', async () => {
    const merchantId = await newMerchantOf(auth);
    const leaked = await madeBy(auth, merchantId);
    const spare = await minted(merchantId, leaked);
    await auth.sql(
      `UPDATE api_key SET expires_at = clock_timestamp() - interval '1 second' WHERE id = $1`,
      spare.apiKeyId,
    );
    expect(await revoke(merchantId, leaked)).toMatchObject({ ended: [], endedCount: 0 });
    const subject = newId('webhookEndpoint');
    await acted(merchantId, spare, 'webhook_endpoint.created', subject);
    await eventually(() => Promise.resolve(endsOf(merchantId).length === 1));
    expect(endsOf(merchantId)).toMatchObject([{ actor: spare.apiKeyId, work: [{ id: subject }] }]);
  });

  test('does not stand when its object has ended or another has replaced it since', async () => {
    const merchantId = await newMerchantOf(auth);
    const [leaked, other] = [await madeBy(auth, merchantId), await madeBy(auth, merchantId)];
    const [endpoint, link] = [newId('webhookEndpoint'), newId('paymentLink')];
    await acted(merchantId, leaked, 'webhook_endpoint.created', endpoint);
    await acted(merchantId, leaked, 'payment_link.created', link);
    await acted(merchantId, leaked, 'payout_schedule.changed', 'daily');
    await acted(merchantId, other, 'webhook_endpoint.deleted', endpoint);
    await acted(merchantId, other, 'payment_link.deactivated', link);
    await acted(merchantId, other, 'payout_schedule.changed', 'weekly');
    expect(await workOf(merchantId, leaked)).toEqual({ data: [], count: 0 });
  });
});
