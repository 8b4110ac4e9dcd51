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
import { csvOfApi } from '../payments/export/csv.js';
import { lastMonths } from './douala.js';
import { SavedFile } from './saved-file.js';

/** Months that can be chosen. */
const MONTHS = 24;

async function statementOf(month: string, separator: Separator) {
  const { file, headers } = await download('GET /balance/statement', { query: { month } });
  return { file: await csvOfApi(file, separator), headers };
}

/** The statement of a month as a file. */
export function StatementCard(): ReactNode {
  const { t, language, time } = useLanguage();
  const { mode } = useActing();
  const months = lastMonths(new Date(), MONTHS);
  const [month, setMonth] = useState(months[0] ?? '');
  const names = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const reading = useMutation({
    mutationFn: () => statementOf(month, t.exporting.separator),
    gcTime: 0,
  });
  const { data, error, isPending } = reading;
  return (
    <Card title={t.balance.statement}>
      <p>{t.balance.statementLead}</p>
      <Select
        label={t.balance.month}
        name="month"
        value={month}
        onChange={(event) => {
          reading.reset();
          setMonth(event.target.value);
        }}
        options={months.map((one) => [one, names.format(new Date(`${one}-01T00:00:00Z`))] as const)}
      />
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
          name={`paygate-${mode}-${month}.csv`}
          text={t.balance.ended(time(data.headers.get('x-statement-to') ?? ''))}
        />
      )}
    </Card>
  );
}
