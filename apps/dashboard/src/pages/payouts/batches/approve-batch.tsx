import type { PayoutBatch } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useChange } from '../../../api/queries.js';
import { useLanguage } from '../../../i18n/language.js';
import { Dialog, DialogButton } from '../../../ui/dialog.js';
import { Choices, Form, Submit } from '../../../ui/form.js';
import { Facts } from '../../../ui/page.js';
import { typedFactor } from '../../../ui/typed.js';
import { FactorField, NeedsFactor } from '../needs-factor.js';
import { LargestRows } from './batch-rows.js';

interface ApproveProps {
  readonly batch: PayoutBatch;
}

/** A button that approves a batch: the figures first, which the person compares, then a code of the second factor. */
export function ApproveBatch({ batch }: ApproveProps): ReactNode {
  const { t } = useLanguage();
  return (
    <DialogButton look="primary" text={t.batches.approve}>
      {(close) => (
        <Dialog title={t.batches.approve} onClose={close}>
          <NeedsFactor>
            <Approval batch={batch} onClose={close} />
          </NeedsFactor>
        </Dialog>
      )}
    </DialogButton>
  );
}

function Approval({ batch, onClose }: ApproveProps & { readonly onClose: () => void }): ReactNode {
  const { t, money, count } = useLanguage();
  const approve = useChange('POST /payout-batches/{id}/approve');
  const [faults, setFaults] = useState({});
  // what the person has seen is what is approved, whatever comes after
  const [{ id, hash, rowCount, total, repeats, currency }] = useState(batch);
  return (
    <Form
      error={approve.error}
      faults={faults}
      onSubmit={(fields) => {
        const knows = repeats === null || fields.all('repeats').includes(repeats);
        setFaults(knows ? {} : { repeats: t.problem.codes.parameter_missing });
        if (!knows) return;
        const body = { code: typedFactor(fields.text('code')), hash: hash ?? '', rowCount, total, repeats };
        approve.mutate({ path: { id }, body }, { onSuccess: onClose });
      }}
    >
      <p>{t.batches.approveLead}</p>
      <Facts
        rows={[
          [t.batches.total, <strong key="total">{money(total, currency)}</strong>],
          [t.batches.rowCount, count(rowCount)],
          [t.batches.hash, <code key="hash">{hash}</code>],
        ]}
      />
      <h3>{t.batches.largest}</h3>
      <LargestRows id={id} currency={currency} />
      {repeats !== null && (
        <Choices label={t.batches.repeats} name="repeats" options={[[repeats, t.batches.repeatsConfirm]]} />
      )}
      <FactorField />
      <Submit text={t.batches.approve} busy={approve.isPending} onLeave={onClose} />
    </Form>
  );
}
