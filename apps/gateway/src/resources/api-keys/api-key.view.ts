import type { ApiKeyInfo } from '@paygate/contracts';
import { ApiKeyView } from '@paygate/contracts';
import { viewsOf } from '../views.js';

const views = viewsOf(ApiKeyView);

/** An API key as its merchant sees it. */
export function apiKeyView({ apiKeyId: id, publicText, ...info }: ApiKeyInfo): ApiKeyView {
  return views({ id, object: 'api_key', ...info, publishableKey: publicText ?? null });
}
