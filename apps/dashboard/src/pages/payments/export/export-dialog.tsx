import { daysAgo } from '@paygate/paper';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useActing } from '../../../api/acting.js';
import { useMay } from '../../../api/session.js';
import { wordFor } from '../../../i18n/api-words.js';
import { useLanguage } from '../../../i18n/language.js';
import { Actions, Button } from '../../../ui/button.js';
import controls from '../../../ui/controls.module.css';
import data from '../../../ui/data.module.css';
import { SavingLink } from '../../../ui/data/saving-link.js';
import { Dialog } from '../../../ui/dialog.js';
import { Facts } from '../../../ui/page.js';
import { ProblemNotice } from '../../../ui/problem-notice.js';
import type { PaymentsSearch } from '../../../urls/search.js';
import { startOf } from '../../../urls/search.js';
import { MOST_ROWS } from './all-pages.js';
import { FormatSelect } from './format-select.js';
import { paymentSheet } from './payment-rows.js';
import { readExport } from './read-export.js';
import type { FileFormat } from './spreadsheet.js';
import { spreadsheet } from './spreadsheet.js';
import type { Totals } from './totals.js';
import { totalsOf } from './totals.js';

interface ExportProps {
  /** Those of the page, without the place in its list. */
  readonly filters: Omit<PaymentsSearch, 'after'>;
  readonly phone: string;
}

/** A file with the sums of the payments, or the sums alone. */
type Purpose = 'file' | 'totals';

/** Buttons that add up, or export, the payments that the page's filters leave. */
export function ExportButtons(props: ExportProps): ReactNode {
  const { t } = useLanguage();
  const [purpose, setPurpose] = useState<Purpose | null>(null);
  return (
    <>
      {(['totals', 'file'] as const).map((one) => (
        <Button
          key={one}
          onClick={() => {
            setPurpose(one);
          }}
        >
          {t.exporting.actions[one]}
        </Button>
      ))}
      {purpose !== null && (
        <ExportDialog
          {...props}
          purpose={purpose}
          onClose={() => {
            setPurpose(null);
          }}
        />
      )}
    </>
  );
}

interface DialogProps extends ExportProps {
  readonly purpose: Purpose;
  readonly onClose: () => void;
}

/** States what is read, reads it page by page, and shows its sums and saves it as a file. Closing it ends the reading. */
function ExportDialog({ purpose, onClose, ...props }: DialogProps): ReactNode {
  const { t, count } = useLanguage();
  const [chosen, setFormat] = useState<FileFormat>('csv');
  const format = purpose === 'file' ? chosen : null;
  const { rows, start, isPending, error, data: exported } = useExport({ ...props, format });
  return (
    <Dialog title={t.exporting.titles[purpose]} onClose={onClose}>
      <p>{t.exporting.texts[purpose](count(MOST_ROWS))}</p>
      <Chosen {...props} />
      <ProblemNotice error={error} />
      {exported === undefined ? (
        <>
          {isPending ? (
            <div>
              <progress className={controls['progress']} aria-label={t.exporting.titles[purpose]} />
              {t.exporting.soFar(count(rows))}
            </div>
          ) : (
            format !== null && <FormatSelect format={format} onChange={setFormat} />
          )}
          <Actions>
            <Button look="primary" busy={isPending} onClick={start}>
              {t.exporting.actions[purpose]}
            </Button>
            <Button onClick={onClose}>{t.action.cancel}</Button>
          </Actions>
        </>
      ) : (
        <Result {...exported} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface Exported {
  readonly saved: { readonly file: Blob; readonly format: FileFormat } | null;
  readonly payments: number;
  readonly totals: readonly Totals[];
  readonly isCut: boolean;
}

/** The export, which ends with the component. */
function useExport({ filters, phone, format }: ExportProps & { readonly format: FileFormat | null }) {
  const { t, language } = useLanguage();
  const withRefunds = useMay('refunds:read');
  const [rows, setRows] = useState(0);
  const ending = useRef<AbortController>(null);
  useEffect(() => () => ending.current?.abort(), []);
  const { mutate, ...exporting } = useMutation<Exported>({
    mutationFn: async () => {
      setRows(0);
      ending.current = new AbortController();
      const { signal } = ending.current;
      const { payments, refunds } = await readExport({ filters, phone, withRefunds, signal, onRows: setRows });
      const sheet = () => paymentSheet(payments.rows, refunds ?? [], t);
      const saved = format && { format, file: await spreadsheet(format, sheet(), language) };
      const totals = totalsOf(payments.rows, refunds);
      return { saved, payments: payments.rows.length, totals, isCut: payments.isCut };
    },
    // an answer is of no use once the dialog is closed
    gcTime: 0,
  });
  return {
    ...exporting,
    rows,
    start: () => {
      mutate();
    },
  };
}

/** The filters that are set, in the words of the page. */
function Chosen({ filters, phone }: ExportProps): ReactNode {
  const { t, day } = useLanguage();
  const dayOf = (date: string | undefined): string | undefined => {
    const midnight = startOf(date);
    return midnight === undefined ? undefined : day(midnight);
  };
  const rows = [
    [t.payments.search, filters.q],
    [t.payments.phone, phone === '' ? undefined : phone],
    [t.payments.customer, filters.userId],
    [t.payments.amountFrom, filters.amountFrom],
    [t.payments.amountTo, filters.amountTo],
    [t.list.from, dayOf(filters.from)],
    [t.list.to, dayOf(filters.to)],
    [t.payments.status, filters.status?.map((one) => wordFor(t.intentStatus, one)).join(', ')],
  ] as const;
  const set = rows.filter(([, value]) => value !== undefined);
  return set.length === 0 ? <p>{t.exporting.everything}</p> : <Facts rows={set} />;
}

interface ResultProps extends Exported {
  readonly onClose: () => void;
}

/** Saves the file, and shows what was read. */
function Result({ saved, payments, totals, isCut, onClose }: ResultProps): ReactNode {
  const { t, count } = useLanguage();
  const { mode } = useActing();
  return (
    <>
      <p role="status">{t.exporting.done(count(payments))}</p>
      {isCut && <p className={data['notice']}>{t.exporting.cut(count(payments))}</p>}
      {totals.map((one) => (
        <Sums key={one.currency} of={one} />
      ))}
      <Actions>
        {saved !== null && (
          <SavingLink
            file={saved.file}
            name={`${t.payments.title.toLowerCase()}-${mode}-${daysAgo(0)}.${saved.format}`}
          >
            {t.exporting.file}
          </SavingLink>
        )}
        <Button look="primary" onClick={onClose}>
          {t.action.done}
        </Button>
      </Actions>
    </>
  );
}

function Sums({
  of: { currency, payments, received, fee, net, refunded, reversed },
}: {
  readonly of: Totals;
}): ReactNode {
  const { t, count, money } = useLanguage();
  return (
    <Facts
      rows={[
        [t.exporting.completed, count(payments)],
        [t.balance.received, money(received, currency)],
        [t.payment.refunded, money(refunded, currency)],
        ...(reversed === '0' ? [] : [[t.refunds.reversedInFull, money(reversed, currency)] as const]),
        [t.exporting.fee, money(fee, currency)],
        [t.exporting.net, money(net, currency)],
      ]}
    />
  );
}
