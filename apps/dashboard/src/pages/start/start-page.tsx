import type { ApiKey, CreateApiKeyRequest } from '@paygate/api-types';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useActing } from '../../api/acting.js';
import { useApi, useChange } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { Button, buttonClass } from '../../ui/button.js';
import css from '../../ui/data.module.css';
import { Card, Page } from '../../ui/page.js';
import { ProblemNotice } from '../../ui/problem-notice.js';
import { Badge, Code, Copyable, CopyButton } from '../../ui/values.js';
import { IntentStatus } from '../payments/intent-status.js';
import { curlFor } from './curl.js';
import { useDelivered } from './received.js';
import { CreateHere, PayAsCustomer } from './first-payment.js';

const NEWS_EVERY_MS = 3_000;

/** The first steps of an account: a key, a payment, a webhook. Each notices by itself that it is done. */
export function StartPage(): ReactNode {
  const { t } = useLanguage();
  const { mode } = useActing();
  const [key, setKey] = useState<string>();
  return (
    <Page title={t.start.title} lead={t.start.lead}>
      <WithoutSite />
      {mode === 'live' ? (
        <p className={css['notice']}>{t.start.onlyTest}</p>
      ) : (
        <ol className={css['steps']}>
          <KeyStep secretKey={key} onCreated={setKey} />
          <PaymentStep secretKey={key} />
          <WebhookStep />
        </ol>
      )}
    </Page>
  );
}

/** The way of a shop that has no site. */
function WithoutSite(): ReactNode {
  const { t } = useLanguage();
  const words = t.start.withoutSite;
  return (
    <Card title={words.title}>
      <p>{words.text}</p>
      <nav className={css['pager']} aria-label={words.title}>
        <Link to="/payment-links" className={buttonClass('primary')}>
          {words.link}
        </Link>
        {useMay('members:write') && (
          <Link to="/settings/members" className={buttonClass('plain')}>
            {words.cashier}
          </Link>
        )}
        <Link to="/payouts/destinations" className={buttonClass('plain')}>
          {words.phone}
        </Link>
      </nav>
    </Card>
  );
}

interface StepProps {
  readonly title: string;
  readonly text: string;
  readonly done: boolean;
  readonly children: ReactNode;
}

function Step({ title, text, done, children }: StepProps): ReactNode {
  const { t } = useLanguage();
  return (
    <li className={css['card']}>
      <div className={css['head']}>
        <h2>{title}</h2>
        <Badge text={done ? t.start.done : t.start.open} tone={done ? 'good' : 'wait'} />
      </div>
      <p>{text}</p>
      {children}
    </li>
  );
}

interface KeyStepProps {
  readonly secretKey: string | undefined;
  readonly onCreated: (key: string | undefined) => void;
}

function KeyStep({ secretKey, onCreated }: KeyStepProps): ReactNode {
  const { t, count } = useLanguage();
  const words = t.start.key;
  const keys = useApi('GET /api-keys', { query: { limit: 100 } });
  const valid =
    keys.data?.data.filter(({ type, revokedAt }) => type !== 'publishable' && revokedAt === null).length ?? 0;
  const create = useChange('POST /api-keys');
  const wanted = useKeyOfRole(words.name);
  return (
    <Step title={words.title} text={words.text} done={valid > 0}>
      <p>{words.exists(count(valid))}</p>
      <ProblemNotice error={create.error ?? keys.error} />
      {secretKey !== undefined && (
        <>
          <p role="status">{words.shown}</p>
          <Copyable text={secretKey} label={wordFor(t.keyType, 'secret')} />
        </>
      )}
      {useMay('api_keys:write') ? (
        <div>
          <Button
            look={valid > 0 ? 'plain' : 'primary'}
            busy={create.isPending}
            onClick={() => {
              create.mutate(
                { body: wanted },
                {
                  onSuccess: ({ key }) => {
                    onCreated(key);
                  },
                },
              );
            }}
          >
            {words.create}
          </Button>
        </div>
      ) : (
        <p>{words.forbidden}</p>
      )}
    </Step>
  );
}

/** A key with every right that the member may grant. */
function useKeyOfRole(name: string): CreateApiKeyRequest {
  const { t } = useLanguage();
  if (useMay('merchant:write')) return { type: 'secret', name };
  const scopes = (Object.keys(t.scope) as ApiKey['scopes']).filter((scope) => scope !== 'merchant:write');
  return { type: 'restricted', name, scopes };
}

function PaymentStep({ secretKey }: Pick<KeyStepProps, 'secretKey'>): ReactNode {
  const { t } = useLanguage();
  const words = t.start.payment;
  const curl = curlFor(location.origin, secretKey ?? `<${words.placeholder}>`);
  const payments = useApi('GET /gateway', { query: { limit: 1 } }, { every: NEWS_EVERY_MS });
  const newest = payments.data?.data[0];
  const paid = useApi('GET /gateway', { query: { status: ['COMPLETED'], limit: 1 } }, { every: NEWS_EVERY_MS });
  return (
    <Step title={words.title} text={words.text} done={paid.data !== undefined && paid.data.data.length > 0}>
      <CreateHere />
      <ProblemNotice error={payments.error} />
      <p role="status">
        {newest === undefined ? (
          payments.isSuccess && words.waiting
        ) : (
          <>
            {words.newest}{' '}
            <Link to="/payments/$id" params={{ id: newest.id }}>
              <code>{newest.id}</code>
            </Link>{' '}
            <IntentStatus of={newest} />
          </>
        )}
      </p>
      <p>
        {words.pay} <a href="/docs/guides/quickstart">{words.guide}</a>
      </p>
      {newest !== undefined && <PayAsCustomer payment={newest} />}
      <details className={css['details']}>
        <summary>{words.byTerminal}</summary>
        <Code label={words.curl} text={curl} />
        <div>
          <CopyButton label={words.curl} text={curl} />
        </div>
      </details>
    </Step>
  );
}

function WebhookStep(): ReactNode {
  const { t } = useLanguage();
  const words = t.start.webhook;
  const events = useApi('GET /events', { query: { limit: 1 } }, { every: NEWS_EVERY_MS });
  const newest = events.data?.data[0];
  const delivered = useDelivered();
  return (
    <Step title={words.title} text={words.text} done={delivered === true}>
      <div>
        <Link to="/webhooks" className={buttonClass('plain')}>
          {words.add}
        </Link>
      </div>
      <ProblemNotice error={events.error} />
      <p role="status">
        {newest === undefined ? (
          events.isSuccess && words.waiting
        ) : (
          <>
            {words.newest} {newest.type}{' '}
            <Link to="/events/$id" params={{ id: newest.id }}>
              <code>{newest.id}</code>
            </Link>
          </>
        )}
      </p>
    </Step>
  );
}
