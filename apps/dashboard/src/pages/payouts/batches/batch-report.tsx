import type { PayoutBatch } from '@paygate/api-types';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { call } from '../../../api/client.js';
import { useLanguage } from '../../../i18n/language.js';
import { Button } from '../../../ui/button.js';
import { ProblemNotice } from '../../../ui/problem-notice.js';
import { SavingLink } from '../../../ui/data/saving-link.js';
import { allPages } from '../../payments/export/all-pages.js';
import { spreadsheet } from '../../payments/export/spreadsheet.js';
import { batchSheet } from './batch-sheet.js';

const PAGE = 100;

/** The report of a batch as a file, with the state that each row has now. */
export function BatchReport({ batch: { id, name, currency } }: { readonly batch: PayoutBatch }): ReactNode {
  const { t, language } = useLanguage();
  const ending = useRef<AbortController>(null);
  useEffect(() => () => ending.current?.abort(), []);
  const report = useMutation({
    mutationFn: async () => {
      ending.current = new AbortController();
      const read = (startingAfter: string | undefined, signal: AbortSignal) =>
        call('GET /payout-batches/{id}/rows', { path: { id }, query: { limit: PAGE, startingAfter } }, { signal });
      const { rows } = await allPages(read, { signal: ending.current.signal, onRows: () => undefined });
      return spreadsheet('csv', batchSheet(rows, currency, t), language);
    },
    gcTime: 0,
  });
  return (
    <>
      <ProblemNotice error={report.error} />
      <Button
        busy={report.isPending}
        onClick={() => {
          report.mutate();
        }}
      >
        {t.batches.report}
      </Button>
      {report.data && (
        <SavingLink file={report.data} name={`${t.batches.reportFile}-${name.replace(/[^\p{L}\p{N}]+/gu, '-')}.csv`}>
          {t.balance.save}
        </SavingLink>
      )}
    </>
  );
}
