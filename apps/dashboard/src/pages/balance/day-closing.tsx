import type { ReactNode } from 'react';
import { useState } from 'react';
import { useActing } from '../../api/acting.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { Actions, Button } from '../../ui/button.js';
import { Empty } from '../../ui/loaded.js';
import { Facts, Figure } from '../../ui/page.js';
import type { FileFormat } from '../payments/export/spreadsheet.js';
import { spreadsheet } from '../payments/export/spreadsheet.js';
import type { Closed } from './closing-sheet.js';
import { closingSheet } from './closing-sheet.js';
import { daySums } from './day-sums.js';
import { useLineWords } from './line-words.js';
import { LinesTable } from './lines-table.js';
import { SavedFile } from './saved-file.js';

interface ClosingProps {
  readonly day: string;
  /** A cashier's own has no balance. */
  readonly closed: Closed & { readonly to: string };
}

/** The sums of a day, and its lines, which can be saved as a file. */
export function Closing({ day, closed }: ClosingProps): ReactNode {
  const { t, money, time } = useLanguage();
  const { currency, data, opening, closing, to } = closed;
  const { received, refunded, reversed, adjusted, takings, payouts } = daySums(data);
  const amount = (of: string): string => money(of, currency);
  return (
    <>
      <Figure name={t.balance.received} value={amount(received.gross)} />
      <Facts
        rows={[
          [t.balance.refunded, amount(refunded.gross)],
          ...(reversed.count === 0 ? [] : [[wordFor(t.balance.types, 'reversal'), amount(reversed.gross)] as const]),
          [t.balance.fee, amount(takings.fee)],
          [t.balance.total, <strong key="total">{amount(takings.net)}</strong>],
          ...(payouts.count === 0 ? [] : [[t.balance.payouts, amount(payouts.net)] as const]),
          ...(adjusted.count === 0 ? [] : [[wordFor(t.balance.types, 'adjustment'), amount(adjusted.net)] as const]),
          ...(opening === undefined ? [] : [[t.balance.opening, amount(opening)] as const]),
          ...(closing === undefined ? [] : [[t.balance.closing, amount(closing)] as const]),
          [t.balance.until, time(to)],
        ]}
      />
      {data.length === 0 ? <Empty text={t.balance.noDay} /> : <Lines day={day} closed={closed} />}
    </>
  );
}

function Lines({ day, closed }: ClosingProps): ReactNode {
  const { t, language } = useLanguage();
  const { mode } = useActing();
  const lineWords = useLineWords();
  const [saved, setSaved] = useState<{ readonly file: Blob; readonly format: FileFormat } | null>(null);
  const words = t.balance;
  const save = async (format: FileFormat): Promise<void> => {
    setSaved({ format, file: await spreadsheet(format, closingSheet(day, closed, lineWords, t), language) });
  };
  return (
    <>
      <LinesTable name={words.day} lines={closed.data} currency={closed.currency} words={lineWords} />
      {saved !== null && (
        <SavedFile file={saved.file} name={`${words.files.closing}-${mode}-${day}.${saved.format}`} text={day} />
      )}
      <Actions>
        <Button onClick={() => void save('csv')}>{words.csv}</Button>
        <Button onClick={() => void save('xlsx')}>{words.xlsx}</Button>
      </Actions>
    </>
  );
}
