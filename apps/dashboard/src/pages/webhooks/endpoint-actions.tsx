import type { WebhookEndpoint } from '@paygate/api-types';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useChange } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import { Actions, Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { Dialog } from '../../ui/dialog.js';
import { Form, Submit } from '../../ui/form.js';
import { Menu } from '../../ui/menu.js';
import { ProblemNotice } from '../../ui/problem-notice.js';
import { EndpointFields } from './endpoint-fields.js';
import { endpointOf } from './endpoint-of.js';
import { RecoverDialog } from './recover-dialog.js';
import { RotateSecretDialog } from './rotate-secret-dialog.js';

type Opened = 'edit' | 'rotate' | 'recover' | undefined;

/** The actions of a member on an endpoint. */
export function EndpointActions({ endpoint }: { readonly endpoint: WebhookEndpoint }): ReactNode {
  const { t } = useLanguage();
  const { id } = endpoint;
  const [opened, setOpened] = useState<Opened>();
  const opening = (next: Opened) => () => {
    setOpened(next);
  };
  const close = opening(undefined);
  const change = useChange('PATCH /webhook-endpoints/{id}');
  const isEnabled = endpoint.status === 'enabled';
  return (
    <>
      <Actions>
        <Ping id={id} />
        <Button onClick={opening('recover')}>{t.webhooks.recover}</Button>
        <Menu label={t.action.actions(endpoint.url)}>
          <Button onClick={opening('edit')}>{t.action.edit}</Button>
          <Button onClick={opening('rotate')}>{t.webhooks.rotate}</Button>
          <Button
            busy={change.isPending}
            onClick={() => {
              change.mutate({ path: { id }, body: { status: isEnabled ? 'paused' : 'enabled' } });
            }}
          >
            {isEnabled ? t.webhooks.pause : t.webhooks.resume}
          </Button>
          <Remove endpoint={endpoint} />
        </Menu>
      </Actions>
      <ProblemNotice error={change.error} />
      {opened === 'edit' && <EditDialog endpoint={endpoint} onClose={close} />}
      {opened === 'rotate' && <RotateSecretDialog id={id} onClose={close} />}
      {opened === 'recover' && <RecoverDialog id={id} onClose={close} />}
    </>
  );
}

function Ping({ id }: { readonly id: string }): ReactNode {
  const { t } = useLanguage();
  const ping = useChange('POST /webhook-endpoints/{id}/test');
  return (
    <>
      <Button
        look="primary"
        busy={ping.isPending}
        onClick={() => {
          ping.mutate({ path: { id } });
        }}
      >
        {t.webhooks.ping}
      </Button>
      <ProblemNotice error={ping.error} />
      <span role="status">
        {ping.data !== undefined && (
          <>
            {t.webhooks.pinged}{' '}
            <Link to="/deliveries/$id" params={{ id: ping.data.id }}>
              <code>{ping.data.id}</code>
            </Link>
          </>
        )}
      </span>
    </>
  );
}

function Remove({ endpoint: { id, url } }: { readonly endpoint: WebhookEndpoint }): ReactNode {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const remove = useChange('DELETE /webhook-endpoints/{id}');
  return (
    <Confirm
      action={t.action.delete}
      about={url}
      question={t.webhooks.deleteQuestion}
      change={remove}
      onConfirm={() => {
        remove.mutate({ path: { id } }, { onSuccess: () => void navigate({ to: '/webhooks' }) });
      }}
    />
  );
}

interface EditProps {
  readonly endpoint: WebhookEndpoint;
  readonly onClose: () => void;
}

function EditDialog({ endpoint, onClose }: EditProps): ReactNode {
  const { t } = useLanguage();
  const change = useChange('PATCH /webhook-endpoints/{id}');
  return (
    <Dialog title={t.action.edit} onClose={onClose}>
      <Form
        error={change.error}
        onSubmit={(fields) => {
          change.mutate({ path: { id: endpoint.id }, body: endpointOf(fields) }, { onSuccess: onClose });
        }}
      >
        <EndpointFields given={endpoint} />
        <Submit text={t.action.save} busy={change.isPending} onLeave={onClose} />
      </Form>
    </Dialog>
  );
}
