import type { PaymentLink } from '@paygate/api-types';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi, useChange } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { useLanguage } from '../../i18n/language.js';
import { Actions, Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { Loaded } from '../../ui/loaded.js';
import { Card, Facts, Page } from '../../ui/page.js';
import { ProblemNotice } from '../../ui/problem-notice.js';
import { Copyable, Time } from '../../ui/values.js';
import { EditLink } from './edit-link.js';
import { LinkAmount, LinkStatus } from './link-values.js';
import { NewLink } from './new-link.js';
import { PosterButtons } from './poster/poster-buttons.js';
import { SendLink } from './send-link.js';

const route = getRouteApi('/inside/payment-links/$id');
/** CSS pixels: a phone reads it from a screen. */
const QR_SIZE = 220;

/** One payment link: its address to share, its QR code and its terms. */
export function LinkPage(): ReactNode {
  const { t } = useLanguage();
  const { id } = route.useParams();
  const link = useApi('GET /payment-links/{id}', { path: { id } });
  const mayWrite = useMay('payment_links:write');
  return (
    <Page
      title={t.links.one}
      lead={link.data?.description ?? id}
      actions={
        mayWrite &&
        link.data !== undefined && (
          <>
            <EditLink key={`edit-${id}`} link={link.data} />
            <Activation link={link.data} />
            <NewLink key={id} like={link.data} />
          </>
        )
      }
    >
      <Loaded query={link}>
        {(found) => (
          <>
            {found.url !== null && <Share link={found} url={found.url} />}
            <Terms link={found} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Activation({ link: { id, status, description } }: { readonly link: PaymentLink }): ReactNode {
  const { t } = useLanguage();
  const change = useChange('PATCH /payment-links/{id}');
  const set = (active: boolean, onSuccess?: () => void): void => {
    change.mutate({ path: { id }, body: { active } }, { onSuccess: () => onSuccess?.() });
  };
  if (status !== 'inactive')
    return (
      <Confirm
        action={t.links.deactivate}
        about={description ?? id}
        question={t.links.deactivateQuestion}
        change={change}
        onConfirm={(close) => {
          set(false, close);
        }}
      />
    );
  return (
    <Actions>
      <Button
        busy={change.isPending}
        onClick={() => {
          set(true);
        }}
      >
        {t.links.activate}
      </Button>
      <ProblemNotice error={change.error} />
    </Actions>
  );
}

function Share({ link, url }: { readonly link: PaymentLink; readonly url: string }): ReactNode {
  const { t } = useLanguage();
  const { id, status } = link;
  const qrCode = `/payment-links/${id}/qr.svg`;
  return (
    <Card title={t.links.share}>
      <Copyable text={url} label={t.links.url} />
      {status === 'active' && <SendLink link={link} url={url} />}
      <p>
        <img src={qrCode} alt={t.links.qrCode} width={QR_SIZE} height={QR_SIZE} />
      </p>
      <p>
        <a href={qrCode} download={`${id}.svg`}>
          {t.links.download}
        </a>
      </p>
      <PosterButtons link={link} url={url} codeUrl={qrCode} />
    </Card>
  );
}

function Terms({ link }: { readonly link: PaymentLink }): ReactNode {
  const { t } = useLanguage();
  const { id, status, payments, maxUses, usesRemaining, referencePattern, returnUrl, expiresAt, createdAt } = link;
  return (
    <Card title={t.links.terms}>
      <Facts
        rows={[
          [t.links.status, <LinkStatus key="status" status={status} />],
          [t.links.amount, <LinkAmount key="amount" of={link} />],
          [t.links.description, link.description ?? '–'],
          [t.links.reference, referencePattern ?? '–'],
          [t.links.uses, maxUses === null ? t.links.unlimited : t.links.usesLeft(usesRemaining ?? 0, maxUses)],
          [t.links.returnUrl, returnUrl ?? '–'],
          [t.links.expires, expiresAt === null ? t.state.never : <Time key="expires" at={expiresAt} />],
          [t.links.created, <Time key="created" at={createdAt} />],
          [t.links.id, <code key="id">{id}</code>],
          [
            t.links.payments,
            <Link key="payments" to="/payments" search={{ q: id }}>
              {t.links.paymentsOf(payments)}
            </Link>,
          ],
        ]}
      />
    </Card>
  );
}
