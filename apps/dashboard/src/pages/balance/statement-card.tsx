import { lastMonths, monthText } from '@paygate/paper';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useActing } from '../../api/acting.js';
import { useLanguage } from '../../i18n/language.js';
import { Actions, Button } from '../../ui/button.js';
import { Select } from '../../ui/form.js';
import { Card } from '../../ui/page.js';
import { ProblemNotice } from '../../ui/problem-notice.js';
import { FormatSelect } from '../payments/export/format-select.js';
import type { FileFormat } from '../payments/export/spreadsheet.js';
import { spreadsheet } from '../payments/export/spreadsheet.js';
import { SavedFile } from './saved-file.js';
import { readStatement } from './statement-file.js';
import { statementSheet } from './statement-sheet.js';

/** Months that can be chosen. */
const MONTHS = 24;

interface MonthSelectProps {
  readonly month: string;
  readonly months: readonly string[];
  readonly onChange: (month: string) => void;
}

function MonthSelect({ month, months, onChange }: MonthSelectProps): ReactNode {
  const { t, language } = useLanguage();
  return (
    <Select
      label={t.balance.month}
      name="month"
      value={month}
      onChange={(event) => {
        onChange(event.target.value);
      }}
      options={months.map((one) => [one, monthText(one, language)] as const)}
    />
  );
}

/** The reading of a statement and of the payments that it names, which ends with the component. */
function useStatementFile(month: string, format: FileFormat) {
  const { t, language } = useLanguage();
  const ending = useRef<AbortController>(null);
  useEffect(() => () => ending.current?.abort(), []);
  return useMutation({
    mutationFn: async () => {
      ending.current = new AbortController();
      const { rows, payments, to } = await readStatement(month, ending.current.signal);
      return { file: await spreadsheet(format, statementSheet(rows, payments, t), language), to };
    },
    gcTime: 0,
  });
}

/** The statement of a month as a file. */
export function StatementCard(): ReactNode {
  const { t, time } = useLanguage();
  const { mode } = useActing();
  const months = lastMonths(new Date(), MONTHS);
  const [month, setMonth] = useState(months[0] ?? '');
  const [format, setFormat] = useState<FileFormat>('csv');
  const reading = useStatementFile(month, format);
  const { data, error, isPending } = reading;
  /** The file that was made is of the earlier choice. */
  const choosing =
    <Choice,>(set: (choice: Choice) => void) =>
    (choice: Choice) => {
      reading.reset();
      set(choice);
    };
  return (
    <Card title={t.balance.statement}>
      <p>{t.balance.statementLead}</p>
      <MonthSelect month={month} months={months} onChange={choosing(setMonth)} />
      <FormatSelect format={format} onChange={choosing(setFormat)} />
      <ProblemNotice error={error} />
      {isPending && <p role="status">{t.balance.reading}</p>}
      {data === undefined ? (
        <Actions>
          <Button
            look="primary"
            busy={isPending}
            onClick={() => {
              reading.mutate();
            }}
          >
            {t.balance.download}
          </Button>
        </Actions>
      ) : (
        <SavedFile
          file={data.file}
          name={`${t.balance.files.statement}-${mode}-${month}.${format}`}
          text={t.balance.ended(time(data.to))}
        />
      )}
    </Card>
  );
}
