import type { TestMessage } from '@paygate/api-types';
import { maskedText } from '@paygate/typed-input';
import type { ReactNode } from 'react';
import { useActing } from '../../api/acting.js';
import { useApi } from '../../api/queries.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import css from '../../ui/data.module.css';
import { Page } from '../../ui/page.js';
import { Listed } from '../../ui/data/listed.js';
import type { Column } from '../../ui/data/table.js';
import { Table } from '../../ui/data/table.js';
import { CopyButton, Time } from '../../ui/values.js';

const NEWS_EVERY_MS = 3_000;

/** The messages that customers of test mode would have received, with their codes. */
export function TestInboxPage(): ReactNode {
  const { t } = useLanguage();
  const { mode } = useActing();
  return (
    <Page title={t.testInbox.title} lead={t.testInbox.lead}>
      {mode === 'live' ? <p className={css['notice']}>{t.testInbox.onlyTest}</p> : <Messages />}
    </Page>
  );
}

function Messages(): ReactNode {
  const { t } = useLanguage();
  const messages = useApi('GET /test-inbox', {}, { every: NEWS_EVERY_MS });
  return (
    <Listed query={messages} empty={t.testInbox.empty}>
      {(data) => <MessagesTable messages={data} />}
    </Listed>
  );
}

function MessagesTable({ messages }: { readonly messages: readonly TestMessage[] }): ReactNode {
  const { t } = useLanguage();
  const columns: readonly Column<TestMessage>[] = [
    { title: t.testInbox.at, card: 'note', cell: ({ sentAt }) => <Time at={sentAt} /> },
    { title: t.testInbox.channel, card: 'state', cell: ({ channel }) => wordFor(t.testInbox.channels, channel) },
    { title: t.testInbox.destination, cell: ({ destination }) => <code>{maskedText(destination)}</code> },
    { title: t.testInbox.message, card: 'text', cell: (message) => <Content of={message} /> },
    { title: t.testInbox.code, card: 'lead', cell: ({ code }) => (code === null ? '–' : <Code text={code} />) },
  ];
  return <Table name={t.testInbox.title} rows={messages} keyOf={({ id }) => id} columns={columns} />;
}

function Content({ of: { subject, text } }: { readonly of: TestMessage }): ReactNode {
  return (
    <>
      {subject !== null && <p>{subject}</p>}
      <p className={css['preserved']}>{text}</p>
    </>
  );
}

function Code({ text }: { readonly text: string }): ReactNode {
  return (
    <span className={css['nowrap']}>
      <code>{text}</code> <CopyButton text={text} label={text} />
    </span>
  );
}
