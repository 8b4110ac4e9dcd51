import type { ReactNode } from 'react';
import { useApi, useChange } from '../../api/queries.js';
import { daysAgo, startOf } from '../../urls/search.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { Actions, Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import type { FormFields } from '../../ui/form.js';
import { Choices, Field, Form } from '../../ui/form.js';
import { Loaded } from '../../ui/loaded.js';
import { Facts } from '../../ui/page.js';

interface RecoverProps {
  readonly id: string;
  readonly onClose: () => void;
}
const PROGRESS_EVERY_MS = 1_000;

/** Sends an endpoint the events of a period that it has missed. */
export function RecoverDialog({ id, onClose }: RecoverProps): ReactNode {
  const { t } = useLanguage();
  const recover = useChange('POST /webhook-endpoints/{id}/recover');
  return (
    <Dialog title={t.webhooks.recover} onClose={onClose}>
      {recover.data === undefined ? (
        <Form
          error={recover.error}
          onSubmit={(fields) => {
            recover.mutate({ path: { id }, body: periodOf(fields) });
          }}
        >
          <p>{t.webhooks.recoverText}</p>
          <Field label={t.list.from} name="from" type="date" defaultValue={daysAgo(1)} required />
          <Field label={`${t.list.to} (${t.form.optional})`} name="to" type="date" />
          <Choices label={t.webhooks.recoverDry} name="dryRun" options={[['dryRun', t.webhooks.recoverDry]]} />
          <Actions>
            <Button type="submit" look="primary" busy={recover.isPending}>
              {t.webhooks.recover}
            </Button>
            <Button onClick={onClose}>{t.action.cancel}</Button>
          </Actions>
        </Form>
      ) : (
        <>
          <Progress id={id} recoveryId={recover.data.id} />
          <div>
            <Button onClick={onClose}>{t.action.done}</Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

/** Days are those of the browser's time zone, both included. */
function periodOf(fields: FormFields) {
  const to = startOf(fields.given('to'), 1);
  return {
    from: startOf(fields.given('from')) ?? '',
    // a time to come is refused
    ...(to === undefined || Date.parse(to) > Date.now() ? {} : { to }),
    dryRun: fields.all('dryRun').length > 0,
  };
}

function Progress({ id, recoveryId }: { readonly id: string; readonly recoveryId: string }): ReactNode {
  const { t, count } = useLanguage();
  const path = { id, recoveryId };
  const progress = useApi(
    'GET /webhook-endpoints/{id}/recoveries/{recoveryId}',
    { path },
    { every: PROGRESS_EVERY_MS },
  );
  return (
    <Loaded query={progress}>
      {({ status, queued, examined }) => (
        <Facts
          rows={[
            [t.webhooks.recovery, wordFor(t.recoveryStatus, status)],
            [t.webhooks.examined, count(examined)],
            [t.webhooks.queued, count(queued)],
          ]}
        />
      )}
    </Loaded>
  );
}
