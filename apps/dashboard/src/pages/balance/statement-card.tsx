import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useActing } from '../../api/acting.js';
import { download } from '../../api/client.js';
import type { Separator } from '../../i18n/formats.js';
import { useLanguage } from '../../i18n/language.js';
import { Actions, Button } from '../../ui/button.js';
import { Select } from '../../ui/form.js';
import { Card } from '../../ui/page.js';
import { ProblemNotice } from '../../ui/problem-notice.js';
import { csvOfApi, rowsOfApi } from '../payments/export/csv.js';
import { FormatSelect } from '../payments/export/format-select.js';
import type { FileFormat } from '../payments/export/spreadsheet.js';
import { spreadsheet } from '../payments/export/spreadsheet.js';
import { lastMonths } from './douala.js';
import { SavedFile } from './saved-file.js';

/** Months that can be chosen. */
const MONTHS = 24;

const DECIMALS = ['gross', 'fee', 'net', 'balance'];

interface Wanted {
  readonly month: string;
  readonly format: FileFormat;
  readonly separator: Separator;
}

async function statementOf({ month, format, separator }: Wanted) {
  const { file, headers } = await download('GET /balance/statement', { query: { month } });
  const saved =
    format === 'csv'
      ? await csvOfApi(file, separator)
      : await spreadsheet(format, { rows: await rowsOfApi(file), decimals: DECIMALS }, separator);
  return { file: saved, name: `${month}.${format}`, headers };
}

interface MonthSelectProps {
  readonly month: string;
  readonly months: readonly string[];
  readonly onChange: (month: string) => void;
}

function MonthSelect({ month, months, onChange }: MonthSelectProps): ReactNode {
  const { t, language } = useLanguage();
  const names = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (
    <Select
      label={t.balance.month}
      name="month"
      value={month}
      onChange={(event) => {
        onChange(event.target.value);
      }}
      options={months.map((one) => [one, names.format(new Date(`${one}-01T00:00:00Z`))] as const)}
    />
  );
}

/** The statement of a month as a file. */
export function StatementCard(): ReactNode {
  const { t, time } = useLanguage();
  const { mode } = useActing();
  const months = lastMonths(new Date(), MONTHS);
  const [month, setMonth] = useState(months[0] ?? '');
  const [format, setFormat] = useState<FileFormat>('csv');
  const reading = useMutation({
    mutationFn: () => statementOf({ month, format, separator: t.exporting.separator }),
    gcTime: 0,
  });
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
          name={`paygate-${mode}-${data.name}`}
          text={t.balance.ended(time(data.headers.get('x-statement-to') ?? ''))}
        />
      )}
    </Card>
  );
}
