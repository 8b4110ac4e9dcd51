import { randomBytes } from 'node:crypto';
import type { ApiKeyType, Mode } from '@paygate/contracts';
import { createApiKey, createMerchant, importOwner, setMerchant } from '@paygate/contracts';
import { eventually, hashPassword, newId } from '@paygate/platform';
import type { PaygateHttp } from '@paygate/testing';
import type { Operator } from '../operator/operator.js';
import { accepted } from '../operator/operator.js';

type DemoOperator = Pick<Operator, 'send' | 'open' | 'seal'>;

/** A merchant account with a key of each kind, in one mode. */
export interface DemoMerchant {
  readonly merchantId: string;
  readonly publishableKey: string;
  readonly secretKey: string;
}

/** The webhook endpoint of the merchant. */
export interface DemoEndpoint {
  readonly webhookSecret: string;
  readonly receiverUrl: string;
}

/** The member that signs in to the dashboard. */
export interface DemoOwner {
  readonly memberId: string;
  readonly email: string;
  readonly password: string;
}

const MERCHANT_NAME = 'Boutique Demo';

/** Creates the demo merchant's account; returns its id. */
export async function createDemoMerchant({ send }: Pick<Operator, 'send'>): Promise<string> {
  const merchantId = newId('merchant');
  accepted(await send(createMerchant, { merchantId, name: MERCHANT_NAME }));
  // so that every number of the rail simulator can be tried
  accepted(await send(setMerchant, { merchantId, otherPhones: true }));
  return merchantId;
}

/** Lets the demo merchant use live mode. It has its owner by then: later, persons would have to prove the owner, too. */
export async function activateDemoMerchant({ send }: Pick<Operator, 'send'>, merchantId: string): Promise<void> {
  accepted(await send(setMerchant, { merchantId, liveActive: true }));
}

/** Creates a key of each kind. */
export async function createDemoKeys(
  { send, open }: DemoOperator,
  merchantId: string,
  mode: Mode,
): Promise<DemoMerchant> {
  const create = async (type: ApiKeyType): Promise<string> => {
    const request = { apiKeyId: newId('apiKey'), merchantId, mode, type, name: `demo ${type} key` };
    const { key } = accepted(await send(createApiKey, request));
    // a repeated command does not return the key again; when the first reply was lost, another key is created
    return key === undefined ? create(type) : open(key, 'api-key.text');
  };
  const publishableKey = await create('publishable');
  const secretKey = await create('secret');
  return { merchantId, publishableKey, secretKey };
}

/** Creates the endpoint over HTTP, as a merchant does, once the gateway is ready and knows the key. */
export async function createDemoEndpoint(
  api: PaygateHttp,
  secretKey: string,
  receiverUrl: string,
): Promise<DemoEndpoint> {
  const { body } = await eventually(
    async () => {
      const answer = await api.request({
        method: 'POST',
        path: '/webhook-endpoints',
        headers: { 'x-api-key': secretKey },
        body: {
          url: receiverUrl,
          events: [
            'payment.completed',
            'payment.failed',
            'payment.reversed',
            'payment.reversal_returned',
            'refund.*',
            'payout.*',
          ],
        },
      });
      if (answer.status !== 201) throw new Error(`the gateway answered ${answer.status}: ${answer.text}`);
      return answer;
    },
    { timeoutMs: 30_000, intervalMs: 200 },
  );
  return { webhookSecret: String(body['secret']), receiverUrl };
}

/** Creates the owner of the demo merchant's account. */
export async function createDemoOwner({ send, seal }: DemoOperator, merchantId: string): Promise<DemoOwner> {
  const [email, password] = [`owner.${merchantId}@demo.example`, randomBytes(12).toString('base64url')];
  const { memberId } = accepted(
    await send(importOwner, {
      ...{ merchantId, memberId: newId('member'), passwordHash: await hashPassword(password) },
      email: seal('auth', email, 'import-owner.email'),
      name: seal('auth', 'Demo', 'import-owner.name'),
    }),
  );
  return { memberId, email, password };
}
