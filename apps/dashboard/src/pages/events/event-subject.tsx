import type { PaygateEvent } from '@paygate/api-types';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ShortId } from '../../ui/values.js';

/** A link to the payment or the payout of an event. An event about an endpoint, or whose payload has expired, has none. */
export function EventSubject({ data }: { readonly data: PaygateEvent['data'] | null }): ReactNode {
  if (data === null) return '–';
  if ('payout' in data)
    return (
      <Link to="/payouts/$id" params={{ id: data.payout.id }}>
        <ShortId id={data.payout.id} />
      </Link>
    );
  if (!('paymentIntent' in data)) return '–';
  return (
    <Link to="/payments/$id" params={{ id: data.paymentIntent.id }}>
      <ShortId id={data.paymentIntent.id} />
    </Link>
  );
}
