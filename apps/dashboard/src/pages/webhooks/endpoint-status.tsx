import type { WebhookEndpoint } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import type { Tone } from '../../ui/values.js';
import { Badge } from '../../ui/values.js';

const tones: Readonly<Record<string, Tone>> = { enabled: 'good', paused: 'wait', disabled: 'bad' };

export function EndpointStatus({ status }: Pick<WebhookEndpoint, 'status'>): ReactNode {
  const { t } = useLanguage();
  return <Badge text={wordFor(t.endpointStatus, status)} tone={tones[status] ?? 'plain'} />;
}
