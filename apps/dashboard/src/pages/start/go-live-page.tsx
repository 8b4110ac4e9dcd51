import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useActing } from '../../api/acting.js';
import { useApi } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import css from '../../ui/data.module.css';
import { Loaded } from '../../ui/loaded.js';
import { Card, Page } from '../../ui/page.js';
import { LiveRequestCard } from './live-request-card.js';
import { useDelivered } from './received.js';
import { Badge } from '../../ui/values.js';

/** The steps that an account has tried in test mode before its first real payment. */
export function GoLivePage(): ReactNode {
  const { t } = useLanguage();
  const { mode } = useActing();
  return (
    <Page title={t.goLive.title} lead={t.goLive.lead}>
      {mode === 'live' ? (
        <p className={css['notice']}>{t.start.onlyTest}</p>
      ) : (
        <>
          <ProfileCheck />
          <PaymentCheck />
          <WebhookCheck />
          <MembersCheck />
          <LiveRequestCard />
        </>
      )}
    </Page>
  );
}

interface CheckProps {
  readonly title: string;
  readonly text: string;
  readonly done: boolean;
  readonly children?: ReactNode;
}

function Check({ title, text, done, children }: CheckProps): ReactNode {
  const { t } = useLanguage();
  return (
    <Card title={title}>
      <p>
        <Badge text={done ? t.start.done : t.start.open} tone={done ? 'good' : 'wait'} /> {text}
      </p>
      {children}
    </Card>
  );
}

function ProfileCheck(): ReactNode {
  const { t } = useLanguage();
  const merchant = useApi('GET /merchant', {});
  return (
    <Loaded query={merchant}>
      {({ supportContact: { email, phone, url } }) => (
        <Check {...t.goLive.profile} done={email !== null || phone !== null || url !== null}>
          <Link to="/settings/profile">{t.profile.title}</Link>
        </Check>
      )}
    </Loaded>
  );
}

function PaymentCheck(): ReactNode {
  const { t } = useLanguage();
  const completed = useApi('GET /gateway', { query: { status: ['COMPLETED'], limit: 1 } });
  const failed = useApi('GET /gateway', { query: { status: ['FAILED'], limit: 1 } });
  return (
    <>
      <Loaded query={completed}>
        {({ data }) => (
          <Check {...t.goLive.completed} done={data.length > 0}>
            <Link to="/payments" search={{ status: ['COMPLETED'] }}>
              {t.payments.title}
            </Link>
          </Check>
        )}
      </Loaded>
      <Loaded query={failed}>
        {({ data }) => (
          <Check {...t.goLive.failed} done={data.length > 0}>
            <Link to="/payments" search={{ status: ['FAILED'] }}>
              {t.payments.title}
            </Link>
          </Check>
        )}
      </Loaded>
    </>
  );
}

function WebhookCheck(): ReactNode {
  const { t } = useLanguage();
  return (
    <Check {...t.goLive.webhook} done={useDelivered() === true}>
      <Link to="/webhooks">{t.webhooks.title}</Link>
    </Check>
  );
}

/** An account whose only owner loses the e-mail address can lock itself out. */
function MembersCheck(): ReactNode {
  const { t } = useLanguage();
  const members = useApi('GET /members', { query: { limit: 100 } });
  return (
    <Loaded query={members}>
      {({ data }) => (
        <Check
          {...t.goLive.members}
          done={data.filter(({ role, status }) => role === 'owner' && status === 'active').length > 1}
        >
          <Link to="/settings/members">{t.members.title}</Link>
        </Check>
      )}
    </Loaded>
  );
}
