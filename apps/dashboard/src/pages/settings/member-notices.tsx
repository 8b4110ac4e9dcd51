import type { MemberNotices } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { useApi, useChange } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import { Choices, Form, Submit } from '../../ui/form.js';
import { Loaded } from '../../ui/loaded.js';

/** The notices that the member gets, each kind by the channels that the member switches on and off. */
export function MemberNoticesSettings(): ReactNode {
  const notices = useApi('GET /dashboard/notices', {});
  return <Loaded query={notices}>{({ notices: choices }) => <NoticesForm choices={choices} />}</Loaded>;
}

const channels = ['email', 'push'] as const;

function NoticesForm({ choices }: { readonly choices: MemberNotices['notices'] }): ReactNode {
  const { t } = useLanguage();
  const words = t.security.notices;
  const change = useChange('PATCH /dashboard/notices');
  const push = useApi('GET /dashboard/push', {});
  // what the installation does not offer stays as it was chosen
  const offered = channels.filter((channel) => channel !== 'push' || typeof push.data?.publicKey === 'string');
  return (
    <Form
      error={change.error}
      onSubmit={(fields) => {
        const notices = choices.map(({ kind, channels: before }) => ({
          kind,
          channels: channels.filter((channel) =>
            offered.includes(channel) ? fields.all(channel).includes(kind) : before.includes(channel),
          ),
        }));
        change.mutate({ body: { notices } });
      }}
    >
      {offered.map((channel) => (
        <Choices
          key={channel}
          label={words.by[channel]}
          name={channel}
          chosen={choices.filter((choice) => choice.channels.includes(channel)).map(({ kind }) => kind)}
          options={choices.map(({ kind }) => [kind, wordOf(words.kinds, kind)] as const)}
        />
      ))}
      <p>{words.owners}</p>
      <Submit text={t.action.save} busy={change.isPending} saved={change.isSuccess} />
    </Form>
  );
}

/** The words of a kind; its name for one of a newer version. */
function wordOf(words: Readonly<Record<string, string>>, kind: string): string {
  return words[kind] ?? kind;
}
