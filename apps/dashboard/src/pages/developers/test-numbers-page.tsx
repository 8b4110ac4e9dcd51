import type { ReactNode } from 'react';
import { useActing } from '../../api/acting.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import css from '../../ui/data.module.css';
import { Page } from '../../ui/page.js';
import type { Column } from '../../ui/data/table.js';
import { Table } from '../../ui/data/table.js';
import { CopyButton } from '../../ui/values.js';
import { IntentStatus } from '../payments/intent-status.js';
import type { Outcome } from './test-numbers.js';
import { prefixes, testNumbers } from './test-numbers.js';

type Row = readonly [digits: string, outcome: Outcome];

/** The payers of test mode, by what happens to their payments. */
export function TestNumbersPage(): ReactNode {
  const { t } = useLanguage();
  const { mode } = useActing();
  return (
    <Page title={t.testNumbers.title} lead={t.testNumbers.lead}>
      {mode === 'live' ? (
        <p className={css['notice']}>{t.start.onlyTest}</p>
      ) : (
        <>
          <NumbersTable />
          <p>{t.testNumbers.others}</p>
          <p>
            {t.testNumbers.codes} <a href="/docs/guides/test-mode">{t.testNumbers.guide}</a>
          </p>
        </>
      )}
    </Page>
  );
}

function NumbersTable(): ReactNode {
  const { t } = useLanguage();
  const numbers = (operator: keyof typeof prefixes): Column<Row> => ({
    title: wordFor(t.operator, operator),
    cell: ([digits]) => <Number text={`${prefixes[operator]}${digits}`} />,
  });
  const columns: readonly Column<Row>[] = [
    {
      title: t.testNumbers.happens,
      card: 'text',
      cell: ([digits, outcome]) => wordFor(t.testNumbers.meanings, digits, wordFor(t.failure, outcome)),
    },
    { title: t.testNumbers.outcome, card: 'text', cell: ([, outcome]) => <Ending of={outcome} /> },
    numbers('mtn_momo'),
    numbers('orange_money'),
  ];
  return (
    <Table
      name={t.testNumbers.title}
      rows={Object.entries(testNumbers).toSorted(([one], [other]) => one.localeCompare(other))}
      keyOf={([digits]) => digits}
      columns={columns}
    />
  );
}

function Number({ text }: { readonly text: string }): ReactNode {
  return (
    <span className={css['nowrap']}>
      <code>{text}</code> <CopyButton text={text} label={text} />
    </span>
  );
}

function Ending({ of }: { readonly of: Outcome }): ReactNode {
  const { t } = useLanguage();
  if (of === 'open') return t.testNumbers.undecided;
  return (
    <>
      <IntentStatus of={{ status: of === 'paid' ? 'COMPLETED' : 'FAILED' }} />
      {of !== 'paid' && (
        <>
          {' '}
          <code>{of}</code>
        </>
      )}
    </>
  );
}
