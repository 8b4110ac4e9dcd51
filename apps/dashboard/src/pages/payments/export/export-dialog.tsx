import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useActing } from '../../../api/acting.js';
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
import { daysAgo, startOf } from '../../../urls/search.js';
import { readPayments } from '../payments-list.js';
import { allPages, MOST_ROWS } from './all-pages.js';
import { FormatSelect } from './format-select.js';
import { paymentSheet } from './payment-rows.js';
import type { FileFormat } from './spreadsheet.js';
import { spreadsheet } from './spreadsheet.js';

interface ExportProps {
  /** Those of the page, without the place in its list. */
  readonly filters: Omit<PaymentsSearch, 'after'>;
  readonly phone: string;
}

/** A button that opens the export of the payments that the page's filters leave. */
export function ExportButton(props: ExportProps): ReactNode {
  const { t } = useLanguage();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        onClick={() => {
          setOpen(true);
        }}
      >
        {t.exporting.action}
      </Button>
      {open && (
        <ExportDialog
          {...props}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

/** States what is exported, reads it page by page, and saves it as a file. Closing it ends the export. */
function ExportDialog({ onClose, ...props }: ExportProps & { readonly onClose: () => void }): ReactNode {
  const { t, count } = useLanguage();
  const [format, setFormat] = useState<FileFormat>('csv');
  const { rows, start, isPending, error, data: exported } = useExport({ ...props, format });
  return (
    <Dialog title={t.exporting.title} onClose={onClose}>
      <p>{t.exporting.text(count(MOST_ROWS))}</p>
      <Chosen {...props} />
      <ProblemNotice error={error} />
      {exported === undefined ? (
        <>
          {isPending ? (
            <div>
              <progress className={controls['progress']} aria-label={t.exporting.title} />
              {t.exporting.soFar(count(rows))}
            </div>
          ) : (
            <FormatSelect format={format} onChange={setFormat} />
          )}
          <Actions>
            <Button look="primary" busy={isPending} onClick={start}>
              {t.exporting.action}
            </Button>
            <Button onClick={onClose}>{t.action.cancel}</Button>
          </Actions>
        </>
      ) : (
        <Saved {...exported} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface Exported {
  readonly format: FileFormat;
  readonly file: Blob;
  readonly payments: number;
  readonly isCut: boolean;
}

/** The export, which ends with the component. */
function useExport({ filters, phone, format }: ExportProps & { readonly format: FileFormat }) {
  const { t } = useLanguage();
  const [rows, setRows] = useState(0);
  const ending = useRef<AbortController>(null);
  useEffect(() => () => ending.current?.abort(), []);
  const { mutate, ...exporting } = useMutation<Exported>({
    mutationFn: async () => {
      setRows(0);
      ending.current = new AbortController();
      const found = await allPages((after, signal) => readPayments({ ...filters, after }, phone, signal), {
        signal: ending.current.signal,
        onRows: setRows,
      });
      const file = await spreadsheet(format, paymentSheet(found.rows, t), t.exporting.separator);
      return { format, file, payments: found.rows.length, isCut: found.isCut };
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

/** Saves the file, and says what it has. */
function Saved({ format, file, payments, isCut, onClose }: Exported & { readonly onClose: () => void }): ReactNode {
  const { t, count } = useLanguage();
  const { mode } = useActing();
  return (
    <>
      <p role="status">{t.exporting.done(count(payments))}</p>
      {isCut && <p className={data['notice']}>{t.exporting.cut(count(payments))}</p>}
      <Actions>
        <SavingLink file={file} name={`${t.payments.title.toLowerCase()}-${mode}-${daysAgo(0)}.${format}`}>
          {t.exporting.file}
        </SavingLink>
        <Button look="primary" onClick={onClose}>
          {t.action.done}
        </Button>
      </Actions>
    </>
  );
}
