import type { ApiKeyInfo, CreateApiKey as Request, RotateApiKey } from '@paygate/contracts';
import { createApiKey, createMerchant } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import type { AuthUnderTest } from './auth-under-test.js';

export const newMerchantOf = async (auth: AuthUnderTest): Promise<string> => {
  const merchantId = newId('merchant');
  await auth.get(createMerchant, { merchantId, name: 'Boulangerie du Port' });
  return merchantId;
};
export const wanted = (merchantId: string, more: Partial<Request> = {}): Request => ({
  apiKeyId: newId('apiKey'),
  merchantId,
  mode: 'test',
  type: 'secret',
  name: 'server',
  ...more,
});
/** A key that an operator makes. */
export const madeBy = async (
  auth: AuthUnderTest,
  merchantId: string,
  more: Partial<Request> = {},
): Promise<ApiKeyInfo> => (await auth.get(createApiKey, wanted(merchantId, more))).apiKey;
export const rotation = (merchantId: string, apiKeyId: string, more: Partial<RotateApiKey> = {}): RotateApiKey => ({
  apiKeyId,
  newApiKeyId: newId('apiKey'),
  merchantId,
  mode: 'test',
  overlapSeconds: 86_400,
  ...more,
});
export const keysIn = (auth: AuthUnderTest, merchantId: string) =>
  auth.sql<{ id: string }>('SELECT id FROM api_key WHERE merchant_id = $1 ORDER BY id', merchantId);
