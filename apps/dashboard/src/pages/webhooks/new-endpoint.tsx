import type { ReactNode } from 'react';
import { useChange } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import { Dialog, DialogButton } from '../../ui/dialog.js';
import { Form, Submit } from '../../ui/form.js';
import { SecretOnce } from '../../ui/secret-once.js';
import { EndpointFields } from './endpoint-fields.js';
import { endpointOf } from './endpoint-of.js';

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
  if (secret !== undefined) return <SigningSecret secret={secret} onDone={onClose} />;
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

/** The signing secret of an endpoint, while it can be seen. */
export function SigningSecret({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }): ReactNode {
  const { secretTitle, secretText } = useLanguage().t.webhooks;
  return <SecretOnce title={secretTitle} text={secretText} secret={secret} label={secretTitle} onDone={onDone} />;
}
