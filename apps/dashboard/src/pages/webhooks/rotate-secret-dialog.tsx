import type { ReactNode } from 'react';
import { useChange } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import { Dialog } from '../../ui/dialog.js';
import { Form, Select, Submit } from '../../ui/form.js';
import { SigningSecret } from './new-endpoint.js';

interface RotateProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Makes another signing secret, and shows it once. */
export function RotateSecretDialog({ id, onClose }: RotateProps): ReactNode {
  const { t } = useLanguage();
  const rotate = useChange('POST /webhook-endpoints/{id}/rotate-secret');
  const { overlaps } = t.keys;
  const secret = rotate.data?.secret;
  if (secret !== undefined) return <SigningSecret secret={secret} onDone={onClose} />;
  return (
    <Dialog title={t.webhooks.rotate} onClose={onClose}>
      <p>{t.webhooks.rotateText}</p>
      <Form
        error={rotate.error}
        onSubmit={(fields) => {
          rotate.mutate({ path: { id }, body: { overlapSeconds: Number(fields.text('overlapSeconds')) } });
        }}
      >
        <Select
          label={t.webhooks.overlap}
          name="overlapSeconds"
          defaultValue="86400"
          options={[
            ['0', overlaps.now],
            ['3600', overlaps.hour],
            ['86400', overlaps.day],
            ['604800', overlaps.week],
          ]}
        />
        <Submit text={t.webhooks.rotate} busy={rotate.isPending} onLeave={onClose} />
      </Form>
    </Dialog>
  );
}
