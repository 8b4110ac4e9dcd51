import type { ReactNode } from 'react';
import { useState } from 'react';
import { useChange } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import { Actions, Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Form } from '../../ui/form.js';
import { Copyable } from '../../ui/values.js';
import { EndpointFields, endpointOf } from './endpoint-fields.js';

/** A button that adds an endpoint and shows its secret once. */
export function NewEndpoint(): ReactNode {
  const { t } = useLanguage();
  const [open, setOpen] = useState(false);
  const close = (): void => {
    setOpen(false);
  };
  return (
    <>
      <Button
        look="primary"
        onClick={() => {
          setOpen(true);
        }}
      >
        {t.webhooks.add}
      </Button>
      {open && <NewEndpointDialog onClose={close} />}
    </>
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
        <Actions>
          <Button type="submit" look="primary" busy={create.isPending}>
            {t.action.create}
          </Button>
          <Button onClick={onClose}>{t.action.cancel}</Button>
        </Actions>
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
