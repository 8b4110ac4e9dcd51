import type { MemberNotices } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { useApi, useChange } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import { Choices, Form, Submit } from '../../ui/form.js';
import { Loaded } from '../../ui/loaded.js';

/** The notices that the member gets by e-mail, which the member switches on and off. */
export function MemberNoticesSettings(): ReactNode {
  const notices = useApi('GET /dashboard/notices', {});
  return <Loaded query={notices}>{(chosen) => <NoticesForm notices={chosen} />}</Loaded>;
}

const kinds = ['payoutFailed'] as const satisfies readonly (keyof MemberNotices)[];

function NoticesForm({ notices }: { readonly notices: MemberNotices }): ReactNode {
  const { t } = useLanguage();
  const words = t.security.notices;
  const change = useChange('PATCH /dashboard/notices');
  return (
    <Form
      error={change.error}
      onSubmit={(fields) => {
        const chosen = fields.all('notices');
        change.mutate({ body: { payoutFailed: chosen.includes('payoutFailed') } });
      }}
    >
      <Choices
        label={words.lead}
        name="notices"
        chosen={kinds.filter((kind) => notices[kind])}
        options={kinds.map((kind) => [kind, words[kind]] as const)}
      />
      <Submit text={t.action.save} busy={change.isPending} saved={change.isSuccess} />
    </Form>
  );
}
