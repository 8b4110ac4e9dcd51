import { randomBytes } from 'node:crypto';
import type { ApiKeyType } from '@paygate/contracts';
import { createApiKey, createMerchant, createWebhookEndpoint, importOwner } from '@paygate/contracts';
import { hashPassword, newId } from '@paygate/platform';
import type { Operator } from '../operator/operator.js';
import { accepted } from '../operator/operator.js';

/** A merchant account in test mode with a key of each kind and one webhook endpoint. */
export interface DemoMerchant {
  readonly merchantId: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly receiverUrl: string;
}

/** Who signs in to the dashboard. */
export interface DemoOwner {
  readonly memberId: string;
  readonly email: string;
  readonly password: string;
}

const MERCHANT_NAME = 'Boutique Demo';
const MODE = 'test' as const;

/** Opens the demo merchant's account. */
export async function createDemoMerchant({ ask, open }: Operator, receiverUrl: string): Promise<DemoMerchant> {
  const merchantId = newId('merchant');
  accepted(await ask(createMerchant, { merchantId, name: MERCHANT_NAME }));

  const mint = async (type: ApiKeyType): Promise<string> => {
    const request = { apiKeyId: newId('apiKey'), merchantId, mode: MODE, type, name: `demo ${type} key` };
    const { key } = accepted(await ask(createApiKey, request));
    // an answer that was lost on its way is not given twice: then another key is minted
    return key === undefined ? mint(type) : open(key, 'api-key.text');
  };
  const publishableKey = await mint('publishable');
  const secretKey = await mint('secret');

  const { secret } = accepted(
    await ask(createWebhookEndpoint, {
      endpointId: newId('webhookEndpoint'),
      merchantId,
      mode: MODE,
      url: receiverUrl,
      events: ['payment.completed', 'payment.failed'],
    }),
  );
  const webhookSecret = open(secret, 'create-webhook-endpoint.secret');
  return { merchantId, publishableKey, secretKey, webhookSecret, receiverUrl };
}

/** The owner of the demo merchant's account. */
export async function createDemoOwner({ ask, seal }: Operator, merchantId: string): Promise<DemoOwner> {
  const [email, password] = [`owner.${merchantId}@demo.example`, randomBytes(12).toString('base64url')];
  const { memberId } = accepted(
    await ask(importOwner, {
      ...{ merchantId, memberId: newId('member'), passwordHash: await hashPassword(password) },
      email: seal('auth', email, 'import-owner.email'),
      name: seal('auth', 'Demo', 'import-owner.name'),
    }),
  );
  return { memberId, email, password };
}
