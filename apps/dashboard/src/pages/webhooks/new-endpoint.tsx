import type { ReactNode } from 'react';
import { useChange } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogButton } from '../../ui/dialog.js';
import { Form, Submit } from '../../ui/form.js';
import { Copyable } from '../../ui/values.js';
import { EndpointFields, endpointOf } from './endpoint-fields.js';

/** A button that adds an endpoint and shows its secret once. */
export function NewEndpoint(): ReactNode {
  const { t } = useLanguage();
  return (
    <DialogButton look="primary" text={t.webhooks.add}>
      {(close) => <NewEndpointDialog onClose={close} />}
    </DialogButton>
  );
}

function NewEndpointDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useLanguage();
  const create = useChange('POST /webhook-endpoints');
  const secret = create.data?.secret;
  if (secret !== undefined)
    return (
      <Dialog title={t.webhooks.secretTitle}>
        <SecretOnce secret={secret} onDone={onClose} />
      </Dialog>
    );
  return (
    <Dialog title={t.webhooks.add} onClose={onClose}>
      <Form
        error={create.error}
        onSubmit={(fields) => {
          create.mutate({ body: endpointOf(fields) });
        }}
      >
        <EndpointFields />
        <Submit text={t.action.create} busy={create.isPending} onLeave={onClose} />
      </Form>
    </Dialog>
  );
}

interface SecretOnceProps {
  readonly secret: string;
  readonly onDone: () => void;
}

/** A signing secret, while it can be seen. */
export function SecretOnce({ secret, onDone }: SecretOnceProps): ReactNode {
  const { t } = useLanguage();
  return (
    <>
      <p role="status">{t.webhooks.secretText}</p>
      <Copyable text={secret} label={t.webhooks.secretTitle} />
      <div>
        <Button look="primary" onClick={onDone}>
          {t.action.done}
        </Button>
      </div>
    </>
  );
}
