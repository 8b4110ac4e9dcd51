import type { LiveRequest } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useApi, useChange } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { Confirm } from '../../ui/confirm.js';
import { Area, Form, Submit } from '../../ui/form.js';
import { Loaded } from '../../ui/loaded.js';
import { Card } from '../../ui/page.js';
import { Badge, Time } from '../../ui/values.js';

const MAX_CHARACTERS = 1_000;

interface RequestProps {
  readonly request: LiveRequest;
}

/** The account's request for live mode: its state, and the form that asks the installation's team. */
export function LiveRequestCard(): ReactNode {
  const { t } = useLanguage();
  const words = t.goLive.live;
  const state = useApi('GET /merchant/live-request', {});
  return (
    <Card title={words.title}>
      <Loaded query={state}>
        {(request) => (
          <>
            <p role="status">
              <Badge
                text={wordFor(words.states, request.status)}
                tone={request.status === 'active' ? 'good' : 'wait'}
              />{' '}
              <StateText request={request} />
            </p>
            {request.business !== null && <p>{request.business}</p>}
            <NextStep request={request} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

function StateText({ request: { status, requestedAt, declineReason } }: RequestProps): ReactNode {
  const { t } = useLanguage();
  const words = t.goLive.live;
  if (status === 'active') return words.active;
  if (status === 'declined') return `${words.declined} ${declineReason ?? ''}`;
  if (status !== 'requested') return words.none;
  return (
    <>
      {words.requested} <Time at={requestedAt} />
    </>
  );
}

function NextStep({ request: { status } }: RequestProps): ReactNode {
  const { t } = useLanguage();
  const mayChange = useMay('merchant:write');
  if (status === 'active') return null;
  if (!mayChange) return <p>{t.goLive.live.mayNot}</p>;
  return status === 'requested' ? <Withdraw /> : <Ask isAgain={status === 'declined'} />;
}

function Ask({ isAgain }: { readonly isAgain: boolean }): ReactNode {
  const { t } = useLanguage();
  const words = t.goLive.live;
  const [isEmpty, setEmpty] = useState(false);
  const ask = useChange('POST /merchant/live-request');
  return (
    <Form
      error={ask.error}
      faults={isEmpty ? { business: words.missing } : {}}
      onSubmit={(fields) => {
        const business = fields.given('business');
        setEmpty(business === undefined);
        if (business !== undefined) ask.mutate({ body: { business } });
      }}
    >
      <Area label={words.business} name="business" hint={words.hint} maxLength={MAX_CHARACTERS} required />
      <Submit text={isAgain ? words.askAgain : words.ask} busy={ask.isPending} />
    </Form>
  );
}

function Withdraw(): ReactNode {
  const { t } = useLanguage();
  const words = t.goLive.live;
  const withdraw = useChange('DELETE /merchant/live-request');
  return (
    <div>
      <Confirm
        action={words.withdraw}
        about={words.title}
        question={words.withdrawQuestion}
        change={withdraw}
        onConfirm={(close) => {
          withdraw.mutate({}, { onSuccess: close });
        }}
      />
    </div>
  );
}
