import type { CreateWebhookEndpointRequest } from '@paygate/api-types';
import type { FormFields } from '../../ui/form.js';

/** The choice of all events but those that have to be named. */
export const EVERYTHING = '*';
/** They have to be named, also beside everything. */
const NAMED_ONLY = 'operator.';

/** The fields as the API takes them. */
export function endpointOf(fields: FormFields): CreateWebhookEndpointRequest {
  const events = fields.all('events');
  return {
    url: fields.text('url'),
    description: fields.text('description'),
    events: events.includes(EVERYTHING)
      ? events.filter((type) => type === EVERYTHING || type.startsWith(NAMED_ONLY))
      : [...events],
    ordered: fields.all('ordered').length > 0,
  };
}
