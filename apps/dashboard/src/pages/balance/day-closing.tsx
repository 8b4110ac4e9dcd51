import type { BalanceSummary, SummaryLine } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useLanguage } from '../../i18n/language.js';
import { Actions, Button } from '../../ui/button.js';
import { Empty } from '../../ui/loaded.js';
import { Facts } from '../../ui/page.js';
import type { Column } from '../../ui/data/table.js';
import { Table } from '../../ui/data/table.js';
import type { FileFormat } from '../payments/export/spreadsheet.js';
import { spreadsheet } from '../payments/export/spreadsheet.js';
import { useLineWords } from './line-words.js';
import { SavedFile } from './saved-file.js';

interface ClosingProps {
  readonly day: string;
  readonly summary: BalanceSummary;
}

/** The sums of a day, and its lines, which can be saved as a file. */
export function Closing({ day, summary }: ClosingProps): ReactNode {
  const { t, money, time } = useLanguage();
  const { currency, data, opening, closing, to } = summary;
  const sumOf = (part: 'fee' | 'net'): string =>
    money(data.reduce((sum, line) => sum + BigInt(line[part]), 0n).toString(), currency);
  return (
    <>
      <Facts
        rows={[
          [t.balance.opening, money(opening, currency)],
          [t.balance.fee, sumOf('fee')],
          [t.balance.net, sumOf('net')],
          [t.balance.closing, money(closing, currency)],
          [t.balance.until, time(to)],
        ]}
      />
      {data.length === 0 ? <Empty text={t.balance.noDay} /> : <Lines day={day} summary={summary} />}
    </>
  );
}

function Lines({ day, summary: { currency, data } }: ClosingProps): ReactNode {
  const { t, money, count } = useLanguage();
  const { type, method, who } = useLineWords();
  const [saved, setSaved] = useState<{ readonly file: Blob; readonly format: FileFormat } | null>(null);
  const words = t.balance;
  const columns: readonly Column<SummaryLine>[] = [
    { title: words.type, cell: type },
    { title: words.method, cell: method },
    { title: words.who, cell: who },
    { title: words.count, numeric: true, cell: (line) => count(line.count) },
    { title: words.gross, numeric: true, cell: ({ gross }) => money(gross, currency) },
    { title: words.fee, numeric: true, cell: ({ fee }) => money(fee, currency) },
    { title: words.net, numeric: true, cell: ({ net }) => money(net, currency) },
  ];
  const save = async (format: FileFormat): Promise<void> => {
    const head = [words.type, words.method, words.who, words.count, words.gross, words.fee, words.net, ''];
    const lines = data.map((line) => [
      ...[type(line), method(line), who(line), String(line.count), line.gross, line.fee, line.net, currency],
    ]);
    const decimals = [words.count, words.gross, words.fee, words.net];
    const file = await spreadsheet(format, { rows: [head, ...lines], decimals }, t.exporting.separator);
    setSaved({ file, format });
  };
  return (
    <>
      <Table name={words.day} rows={data} keyOf={keyOf} columns={columns} />
      {saved !== null && <SavedFile file={saved.file} name={`${day}.${saved.format}`} text={day} />}
      <Actions>
        <Button onClick={() => void save('csv')}>{words.csv}</Button>
        <Button onClick={() => void save('xlsx')}>{words.xlsx}</Button>
      </Actions>
    </>
  );
}

function keyOf({ type, method, actor }: SummaryLine): string {
  return [type, method, actor].join();
}
