import type { RecoverRequest, Recovery } from '@paygate/api-types';
import { daysAgo, momentOfField } from '@paygate/paper';
import type { ReactNode } from 'react';
import { useApi, useChange } from '../../api/queries.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import controls from '../../ui/controls.module.css';
import { Dialog } from '../../ui/dialog.js';
import type { FormFields } from '../../ui/form.js';
import { Choices, Field, Form, Submit } from '../../ui/form.js';
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
          <Field label={t.list.from} name="from" type="datetime-local" defaultValue={`${daysAgo(1)}T00:00`} required />
          <Field label={`${t.list.to} (${t.form.optional})`} name="to" type="datetime-local" />
          <Choices
            label={t.webhooks.recoverOptions}
            name="options"
            options={[
              ['includeDelivered', t.webhooks.recoverAll],
              ['dryRun', t.webhooks.recoverDry],
            ]}
          />
          <Submit text={t.webhooks.recover} busy={recover.isPending} onLeave={onClose} />
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

/** Times are those of Africa/Douala. */
function periodOf(fields: FormFields): RecoverRequest {
  const options = fields.all('options');
  return {
    from: momentOf(fields.text('from')) ?? '',
    to: momentOf(fields.text('to')),
    dryRun: options.includes('dryRun'),
    includeDelivered: options.includes('includeDelivered'),
  };
}

function momentOf(text: string): string | null {
  return text === '' ? null : momentOfField(text);
}

function Progress({ id, recoveryId }: { readonly id: string; readonly recoveryId: string }): ReactNode {
  const { t, count, time } = useLanguage();
  const path = { id, recoveryId };
  const progress = useApi(
    'GET /webhook-endpoints/{id}/recoveries/{recoveryId}',
    { path },
    { every: PROGRESS_EVERY_MS },
  );
  return (
    <Loaded query={progress}>
      {(recovery) => (
        <>
          <progress className={controls['progress']} aria-label={t.webhooks.recovery} value={partOf(recovery)} />
          <Facts
            rows={[
              [t.webhooks.recovery, wordFor(t.recoveryStatus, recovery.status)],
              [t.webhooks.period, `${time(recovery.from)} – ${time(recovery.to)}`],
              [t.webhooks.examined, count(recovery.examined)],
              [t.webhooks.queued, count(recovery.queued)],
              [t.webhooks.expired, count(recovery.expired)],
            ]}
          />
        </>
      )}
    </Loaded>
  );
}

/** The part of the period that was examined, from 0 to 1. */
function partOf({ status, from, to, examinedUntil }: Recovery): number {
  if (status !== 'running') return 1;
  if (examinedUntil === null) return 0;
  return (Date.parse(examinedUntil) - Date.parse(from)) / (Date.parse(to) - Date.parse(from));
}
