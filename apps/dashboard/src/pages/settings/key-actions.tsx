import type { ApiKey } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { useChange } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import { Dialog, DialogButton } from '../../ui/dialog.js';
import { Field, Form, Select, Submit } from '../../ui/form.js';
import { KeyOnce, originsOf } from './new-key.js';

interface OfKey {
  readonly of: ApiKey;
}
interface DialogOfKey extends OfKey {
  readonly onClose: () => void;
}

export function RotateKey({ of }: OfKey): ReactNode {
  const { t, named } = useLanguage();
  return (
    <DialogButton aria-label={named(t.keys.rotate, of.name)} text={t.keys.rotate}>
      {(close) => <RotateDialog of={of} onClose={close} />}
    </DialogButton>
  );
}

function RotateDialog({ of: { id, name }, onClose }: DialogOfKey): ReactNode {
  const { t, named } = useLanguage();
  const rotate = useChange('POST /api-keys/{id}/rotate');
  const { overlaps } = t.keys;
  if (rotate.data !== undefined) return <KeyOnce issued={rotate.data} onClose={onClose} />;
  return (
    <Dialog title={named(t.keys.rotate, name)} onClose={onClose}>
      <p>{t.keys.rotateText}</p>
      <Form
        error={rotate.error}
        onSubmit={(fields) => {
          rotate.mutate({ path: { id }, body: { overlapSeconds: Number(fields.text('overlapSeconds')) } });
        }}
      >
        <Select
          label={t.keys.overlap}
          name="overlapSeconds"
          defaultValue="86400"
          options={[
            ['0', overlaps.now],
            ['3600', overlaps.hour],
            ['86400', overlaps.day],
            ['604800', overlaps.week],
            ['2592000', overlaps.month],
          ]}
        />
        <Submit text={t.keys.rotate} busy={rotate.isPending} onLeave={onClose} />
      </Form>
    </Dialog>
  );
}

export function EditKey({ of }: OfKey): ReactNode {
  const { t, named } = useLanguage();
  return (
    <DialogButton aria-label={named(t.action.edit, of.name)} text={t.action.edit}>
      {(close) => <EditDialog of={of} onClose={close} />}
    </DialogButton>
  );
}

function EditDialog({ of: { id, name, type, origins }, onClose }: DialogOfKey): ReactNode {
  const { t, named } = useLanguage();
  const change = useChange('PATCH /api-keys/{id}');
  const isPublishable = type === 'publishable';
  return (
    <Dialog title={named(t.action.edit, name)} onClose={onClose}>
      <Form
        error={change.error}
        onSubmit={(fields) => {
          const body = { name: fields.text('name'), ...(isPublishable ? { origins: originsOf(fields) } : {}) };
          change.mutate({ path: { id }, body }, { onSuccess: onClose });
        }}
      >
        <Field label={t.keys.name} name="name" defaultValue={name} required />
        {isPublishable && (
          <Field label={t.keys.origins} name="origins" hint={t.keys.originsHint} defaultValue={origins.join(' ')} />
        )}
        <Submit text={t.action.save} busy={change.isPending} onLeave={onClose} />
      </Form>
    </Dialog>
  );
}
