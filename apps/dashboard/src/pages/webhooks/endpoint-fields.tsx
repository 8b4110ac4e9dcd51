import type { WebhookEndpoint } from '@paygate/api-types';
import { eventStatuses } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { useLanguage } from '../../i18n/language.js';
import { Choices, Field } from '../../ui/form.js';
import { EVERYTHING } from './endpoint-of.js';

const eventTypes = Object.keys(eventStatuses);
const USUAL = ['payment.completed', 'payment.failed'];

/** The settings of an endpoint. `given` is one that exists. */
export function EndpointFields({ given }: { readonly given?: WebhookEndpoint }): ReactNode {
  const { t } = useLanguage();
  const chosen = given?.events ?? USUAL;
  // families such as payment.* were chosen over the API, and stay
  const others = chosen.filter((type) => type !== EVERYTHING && !eventTypes.includes(type));
  const options = [...others, ...eventTypes].map((type) => [type, type] as const);
  return (
    <>
      <Field
        label={t.webhooks.url}
        name="url"
        type="url"
        hint={t.webhooks.urlHint}
        placeholder="https://…"
        defaultValue={given?.url}
        required
      />
      <Field
        label={`${t.webhooks.description} (${t.form.optional})`}
        name="description"
        defaultValue={given?.description ?? ''}
      />
      <Choices
        label={t.webhooks.events}
        name="events"
        chosen={chosen}
        options={[[EVERYTHING, t.webhooks.everything], ...options]}
      />
      <Choices
        label={t.webhooks.ordered}
        name="ordered"
        chosen={given?.ordered === true ? ['ordered'] : []}
        options={[['ordered', t.webhooks.orderedHint]]}
      />
    </>
  );
}
