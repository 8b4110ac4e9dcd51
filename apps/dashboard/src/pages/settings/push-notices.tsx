import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/client.js';
import { useApi } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import { keepPush, ownSubscription, pushAbility, startPush, stopPush } from '../../push/browser-push.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/page.js';
import { ProblemNotice } from '../../ui/problem-notice.js';

/** The notices in this browser, where the installation sends any. */
export function PushNotices(): ReactNode {
  const { t } = useLanguage();
  const push = useApi('GET /dashboard/push', {});
  const publicKey = push.data?.publicKey ?? null;
  if (publicKey === null) return null;
  return (
    <Card title={t.security.push.title}>
      <p>{t.security.push.lead}</p>
      <Ability publicKey={publicKey} />
    </Card>
  );
}

function Ability({ publicKey }: { readonly publicKey: string }): ReactNode {
  const { t } = useLanguage();
  const ability = useQuery({ queryKey: ['push', 'ability'], queryFn: pushAbility, staleTime: 0 });
  if (ability.data === undefined) return null;
  if (ability.data !== 'able') return <p role="status">{t.security.push[ability.data]}</p>;
  return <Switch publicKey={publicKey} />;
}

function Switch({ publicKey }: { readonly publicKey: string }): ReactNode {
  const { t, language } = useLanguage();
  const words = t.security.push;
  const queries = useQueryClient();
  const own = useQuery({
    queryKey: ['push', 'own'],
    queryFn: async () => {
      // what the API no longer knows as this person's is off
      await keepPush(language);
      return (await ownSubscription()) !== null;
    },
  });
  const change = useMutation({
    mutationFn: async (wanted: boolean) => {
      if (wanted) await startPush(publicKey, language);
      else await stopPush();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['push'] }),
  });
  if (own.data === undefined) return null;
  const isOn = own.data;
  return (
    <>
      {change.error instanceof ApiError && <ProblemNotice error={change.error} />}
      {change.error !== null && !(change.error instanceof ApiError) && <p role="alert">{words.failed}</p>}
      <p role="status">{isOn ? words.on : words.off}</p>
      <Button
        busy={change.isPending}
        onClick={() => {
          change.mutate(!isOn);
        }}
      >
        {isOn ? words.stop : words.start}
      </Button>
    </>
  );
}
