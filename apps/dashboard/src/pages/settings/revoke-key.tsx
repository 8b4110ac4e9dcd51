import type { ApiKey, KeyWork } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { useApi, useChange } from '../../api/queries.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { Actions, Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Choices, Form, Submit } from '../../ui/form.js';

interface RevokeKeyProps {
  readonly of: ApiKey;
  readonly onClose: () => void;
}

/**
 * Revokes a key. What it made is listed and ends with it, unless it is unticked; afterwards the dialog lists what ended. A list that does not
 * come keeps nobody from the revocation, which then ends everything.
 */
export function RevokeKey({ of: { id, name }, onClose }: RevokeKeyProps): ReactNode {
  const { t, named } = useLanguage();
  const query = useApi('GET /api-keys/{id}/work', { path: { id } });
  const revoke = useChange('POST /api-keys/{id}/revoke');
  const work = useWorkTexts(query.data?.data ?? []);
  const ids = work.map(([one]) => one);
  const title = named(t.keys.revoke, name);
  if (revoke.data !== undefined && revoke.data.endedCount > 0)
    return <Ended title={title} work={revoke.data.ended} count={revoke.data.endedCount} onClose={onClose} />;
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{t.keys.revokeQuestion}</p>
      <Form
        error={revoke.error}
        onSubmit={(fields) => {
          const ends = fields.all('ends');
          const keep = ids.filter((one) => !ends.includes(one));
          const closeIfAlone = ({ endedCount }: { readonly endedCount: number }): void => {
            if (endedCount === 0) onClose();
          };
          revoke.mutate({ path: { id }, body: keep.length === 0 ? undefined : { keep } }, { onSuccess: closeIfAlone });
        }}
      >
        {work.length > 0 && <Choices label={t.keys.work} name="ends" options={work} chosen={ids} />}
        {query.data !== undefined && <More of={query.data.count - query.data.data.length} />}
        <Submit
          look="danger"
          text={t.keys.revoke}
          busy={revoke.isPending || query.isLoading}
          onLeave={onClose}
          leave={t.action.goBack}
        />
      </Form>
    </Dialog>
  );
}

interface EndedProps {
  readonly title: string;
  readonly work: readonly KeyWork[];
  readonly count: number;
  readonly onClose: () => void;
}

function Ended({ title, work, count, onClose }: EndedProps): ReactNode {
  const { t } = useLanguage();
  return (
    <Dialog title={title} onClose={onClose}>
      <p role="status">{t.keys.ended}</p>
      <ul>
        {useWorkTexts(work).map(([id, text]) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
      <More of={count - work.length} />
      <Actions>
        <Button look="primary" onClick={onClose}>
          {t.action.done}
        </Button>
      </Actions>
    </Dialog>
  );
}

function More({ of: count }: { readonly of: number }): ReactNode {
  const { t } = useLanguage();
  return count > 0 && <p>{t.keys.moreWork(count)}</p>;
}

/** Each object once, with its kind and what the key did to it. */
function useWorkTexts(work: readonly KeyWork[]): readonly (readonly [id: string, text: string])[] {
  const { t } = useLanguage();
  const { workKinds, workActs } = t.keys;
  const kinds = new Map(work.map(({ id, object }) => [id, object]));
  return [...kinds].map(([id, object]) => {
    const done = work.filter((one) => one.id === id).map(({ act }) => wordFor(workActs, act));
    const kind = wordFor(workKinds, object);
    const name = object === 'payout_schedule' ? kind : `${kind} ${id}`;
    return [id, `${name} (${done.join(', ')})`];
  });
}
