import type { PayoutDestination } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { useApi } from '../../api/queries.js';
import { useSession } from '../../api/session.js';
import { useLanguage } from '../../i18n/language.js';
import { Listed } from '../../ui/data/listed.js';
import type { Column } from '../../ui/data/table.js';
import { Table } from '../../ui/data/table.js';
import { Page } from '../../ui/page.js';
import { Time } from '../../ui/values.js';
import { PayoutSections } from './payout-sections.js';
import { DestinationStatus, Recipient } from './payout-status.js';
import { RegisterDestination } from './register-destination.js';
import { RevokeDestination } from './revoke-destination.js';

/** The phones of the account that receive payouts. Owners register and revoke them. */
export function DestinationsPage(): ReactNode {
  const { t } = useLanguage();
  const isOwner = useSession().acting.role === 'owner';
  const destinations = useApi('GET /payout-destinations', {});
  const isOffered = destinations.data?.operators.length !== 0;
  return (
    <Page
      title={t.payouts.destinationsTitle}
      lead={t.payouts.destinationsLead}
      actions={isOwner && isOffered && <RegisterDestination />}
    >
      <PayoutSections />
      <Listed query={destinations} empty={t.payouts.destinationsEmpty}>
        {(data) => <DestinationsTable destinations={data} isOwner={isOwner} />}
      </Listed>
      {!isOffered && <p>{t.payouts.noOperator}</p>}
      {!isOwner && <p>{t.payouts.ownersOnly}</p>}
    </Page>
  );
}

interface TableProps {
  readonly destinations: readonly PayoutDestination[];
  readonly isOwner: boolean;
}

function DestinationsTable({ destinations, isOwner }: TableProps): ReactNode {
  const { t } = useLanguage();
  const columns: readonly Column<PayoutDestination>[] = [
    { title: t.payouts.label, card: 'lead', cell: ({ label }) => label },
    { title: t.payouts.status, card: 'state', cell: ({ status }) => <DestinationStatus status={status} /> },
    { title: t.payouts.phone, card: 'text', cell: (destination) => <Recipient of={destination} /> },
    { title: t.payouts.usableAt, cell: ({ usableAt }) => <Time at={usableAt} /> },
    { title: t.payouts.registered, card: 'none', cell: ({ createdAt }) => <Time at={createdAt} /> },
    { title: t.payouts.id, card: 'none', cell: ({ id }) => <code>{id}</code> },
    {
      title: t.payouts.revoke,
      card: 'text',
      cell: (destination) =>
        destination.status === 'revoked' ? (
          <Time at={destination.revokedAt} />
        ) : (
          isOwner && <RevokeDestination destination={destination} />
        ),
    },
  ];
  return <Table name={t.payouts.destinationsTitle} rows={destinations} keyOf={({ id }) => id} columns={columns} />;
}
