import type { PayoutBatch } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { useChange } from '../../../api/queries.js';
import { useMay } from '../../../api/session.js';
import { useLanguage } from '../../../i18n/language.js';
import { Actions, Button } from '../../../ui/button.js';
import { Confirm } from '../../../ui/confirm.js';
import { Card } from '../../../ui/page.js';
import { ProblemNotice } from '../../../ui/problem-notice.js';
import { ApproveBatch } from './approve-batch.js';

interface OfBatch {
  readonly batch: PayoutBatch;
}

/** The acts that a batch allows now. */
export function BatchActions({ batch }: OfBatch): ReactNode {
  const { t, count } = useLanguage();
  const { status, approvedAt, counts } = batch;
  const mayWrite = useMay('payouts:write');
  const isLeft = approvedAt === null || counts.pending > 0;
  if (!mayWrite || status === 'COMPLETED' || status === 'CANCELED' || !isLeft || batch.canceledAt !== null) return null;
  return (
    <Card title={status === 'READY' ? t.batches.approve : t.batches.counts}>
      {status === 'READY' && (
        <>
          <p>{t.batches.mayApprove}</p>
          <p>{t.batches.approvalsMissing(count(batch.approvalsMissing))}</p>
        </>
      )}
      {status === 'DRAFT' && batch.faultCount === 0 && <p>{t.batches.sealLead}</p>}
      <Actions>
        {status === 'DRAFT' && batch.faultCount === 0 && <Seal batch={batch} />}
        {status === 'READY' && <ApproveBatch batch={batch} />}
        {status === 'PROCESSING' && <Act batch={batch} act="pause" />}
        {status === 'PAUSED' && <Act batch={batch} act="resume" />}
        <Act batch={batch} act="cancel" />
      </Actions>
    </Card>
  );
}

function Seal({ batch: { id } }: OfBatch): ReactNode {
  const { t } = useLanguage();
  const seal = useChange('POST /payout-batches/{id}/seal');
  return (
    <>
      <ProblemNotice error={seal.error} />
      <Button
        look="primary"
        busy={seal.isPending}
        onClick={() => {
          seal.mutate({ path: { id } });
        }}
      >
        {t.batches.seal}
      </Button>
    </>
  );
}

/** An act that is confirmed first. */
function Act({ batch, act }: OfBatch & { readonly act: 'pause' | 'resume' | 'cancel' }): ReactNode {
  const { t } = useLanguage();
  const change = useChange(`POST /payout-batches/{id}/${act}`);
  const words = {
    pause: [t.batches.pause, t.batches.pauseQuestion],
    resume: [t.batches.resume, t.batches.resumeQuestion],
    cancel: [batch.approvedAt === null ? t.batches.cancelDraft : t.batches.cancel, t.batches.cancelQuestion],
  } as const;
  const [action, question] = words[act];
  return (
    <Confirm
      action={action}
      about={batch.name}
      question={question}
      change={change}
      onConfirm={(close) => {
        change.mutate({ path: { id: batch.id } }, { onSuccess: close });
      }}
    />
  );
}
