import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRef, useState } from 'react';
import { useLanguage } from '../../../i18n/language.js';
import css from '../../../ui/data.module.css';
import { Field, Form, Submit } from '../../../ui/form.js';
import { Card, Page } from '../../../ui/page.js';
import { ProblemNotice } from '../../../ui/problem-notice.js';
import { PayoutSections } from '../payout-sections.js';
import { ListReport } from './list-report.js';
import type { ReadList } from '../../../lists/read-list.js';
import { FILE_MAX_BYTES, readList } from '../../../lists/read-list.js';
import { sendList } from './send-list.js';

const NAME_MAX = 80;

/** The way from a file to a batch: the file is read in the browser, and its rows are sent once nothing in it is wrong. */
export function NewBatchPage(): ReactNode {
  const { t } = useLanguage();
  const reading = useMutation({
    mutationFn: async (file: File) => {
      // one byte more than a file may have is enough to refuse it
      const bytes = new Uint8Array(await file.slice(0, FILE_MAX_BYTES + 1).arrayBuffer());
      return { list: await readList(bytes), name: file.name.replace(/\.\w+$/, '').slice(0, NAME_MAX) };
    },
    gcTime: 0,
  });
  const { data } = reading;
  return (
    <Page title={t.batches.add} lead={t.batches.addLead}>
      <PayoutSections />
      <section className={css['card']} aria-label={t.batches.file}>
        <Field
          label={t.batches.file}
          name="file"
          type="file"
          accept=".xlsx,.csv,.tsv,.txt,.xls,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) reading.mutate(file);
          }}
        />
        <ProblemNotice error={reading.error} />
        {reading.isPending && <p role="status">{t.batches.reading}</p>}
      </section>
      {data && <ListReport list={data.list} />}
      {data?.list.refusals.length === 0 && <Sending list={data.list} name={data.name} />}
    </Page>
  );
}

interface SendingProps {
  readonly list: ReadList;
  readonly name: string;
}

function Sending({ list, name }: SendingProps): ReactNode {
  const { t, count } = useLanguage();
  const { sending, done } = useSending(list);
  const [faults, setFaults] = useState({});
  return (
    <Card title={t.batches.create}>
      <Form
        error={sending.error}
        faults={faults}
        onSubmit={(fields) => {
          const named = fields.text('name');
          setFaults(named === '' ? { name: t.problem.codes.parameter_missing } : {});
          if (named !== '') sending.mutate(named);
        }}
      >
        <Field
          label={t.batches.name}
          name="name"
          maxLength={NAME_MAX}
          defaultValue={name}
          hint={t.batches.nameHint}
          key={name}
        />
        {sending.isPending && <p role="status">{t.batches.sending(count(done), count(list.rows.length))}</p>}
        <Submit text={t.batches.create} busy={sending.isPending} />
      </Form>
    </Card>
  );
}

/** The sending of a list, which ends at the page of its batch. A repeated try with the same name continues the draft of the first. */
function useSending(list: ReadList) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [done, setDone] = useState(0);
  const attempt = useRef({ name: '', list, key: '' });
  const sending = useMutation({
    mutationFn: (name: string) => {
      const { current } = attempt;
      if (current.name !== name || current.list !== list) attempt.current = { name, list, key: crypto.randomUUID() };
      return sendList({ name, rows: list.rows, idempotencyKey: attempt.current.key }, setDone);
    },
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries();
      await navigate({ to: '/payouts/batches/$id', params: { id } });
    },
  });
  return { sending, done };
}
