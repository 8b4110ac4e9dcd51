import type { NewSecondFactor, SecondFactor } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useApi, useChange } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import { Actions, Button, buttonClass } from '../../ui/button.js';
import css from '../../ui/controls.module.css';
import { Dialog } from '../../ui/dialog.js';
import { Field, Form, Submit } from '../../ui/form.js';
import { Loaded } from '../../ui/loaded.js';
import { QrCode } from '../../ui/data/qr-code.js';
import { CopyButton, Copyable, Time } from '../../ui/values.js';
import { typedFactor } from '../../ui/typed.js';

interface DialogProps {
  readonly onClose: () => void;
}

/** The second factor of the person: whether it is enabled, and the dialogs that enable and disable it. */
export function SecondFactorSettings(): ReactNode {
  const { t } = useLanguage();
  const words = t.security.factor;
  const state = useApi('GET /dashboard/second-factor', {});
  const [dialog, setDialog] = useState<'enable' | 'renew' | 'disable' | null>(null);
  const close = (): void => {
    setDialog(null);
  };
  return (
    <>
      <p>{words.lead}</p>
      <Loaded query={state}>
        {(factor) => (
          <>
            <State factor={factor} />
            <Actions>
              {factor.enabled && (
                <Button
                  onClick={() => {
                    setDialog('renew');
                  }}
                >
                  {words.renew}
                </Button>
              )}
              <Button
                look={factor.enabled ? 'plain' : 'primary'}
                onClick={() => {
                  setDialog(factor.enabled ? 'disable' : 'enable');
                }}
              >
                {factor.enabled ? words.disable : words.enable}
              </Button>
            </Actions>
          </>
        )}
      </Loaded>
      {dialog === 'enable' && <EnableDialog onClose={close} />}
      {dialog === 'renew' && <RenewDialog onClose={close} />}
      {dialog === 'disable' && <DisableDialog onClose={close} />}
    </>
  );
}

function State({ factor: { enabled, enabledAt, recoveryCodesLeft } }: { readonly factor: SecondFactor }): ReactNode {
  const { t, named } = useLanguage();
  const words = t.security.factor;
  if (!enabled) return <p role="status">{words.off}</p>;
  return (
    <p role="status">
      {words.on} · {words.since} <Time at={enabledAt} /> · {named(words.left, String(recoveryCodesLeft))}
    </p>
  );
}

/** Password, then the secret and its first code, then the recovery codes. */
function EnableDialog({ onClose }: DialogProps): ReactNode {
  const { t } = useLanguage();
  const words = t.security.factor;
  const begin = useChange('POST /dashboard/second-factor');
  if (begin.data !== undefined) return <ConfirmDialog factor={begin.data} onClose={onClose} />;
  return (
    <Dialog title={words.title} onClose={onClose}>
      <Form
        error={begin.error}
        onSubmit={(fields) => {
          begin.mutate({ body: { password: fields.secret('password') } });
        }}
      >
        <PasswordField />
        <Submit text={words.next} busy={begin.isPending} onLeave={onClose} />
      </Form>
    </Dialog>
  );
}

function ConfirmDialog({ factor, onClose }: DialogProps & { readonly factor: NewSecondFactor }): ReactNode {
  const { t } = useLanguage();
  const words = t.security.factor;
  const confirm = useChange('POST /dashboard/second-factor/confirm');
  if (confirm.data !== undefined) return <RecoveryCodes codes={confirm.data.recoveryCodes} onClose={onClose} />;
  return (
    <Dialog title={words.title} onClose={onClose}>
      <p>{words.scan}</p>
      <QrCode text={factor.otpauthUrl} label={words.qr} />
      <a href={factor.otpauthUrl} className={buttonClass('plain')}>
        {words.openApp}
      </a>
      <Copyable text={factor.secret} label={words.secret} />
      <Form
        error={confirm.error}
        onSubmit={(fields) => {
          confirm.mutate({ body: { code: typedFactor(fields.text('code')) } });
        }}
      >
        <Field label={words.code} name="code" autoComplete="one-time-code" inputMode="numeric" required />
        <Submit text={words.enable} busy={confirm.isPending} onLeave={onClose} />
      </Form>
    </Dialog>
  );
}

function RecoveryCodes({ codes, onClose }: DialogProps & { readonly codes: readonly string[] }): ReactNode {
  const { t } = useLanguage();
  const words = t.security.factor;
  return (
    <Dialog title={words.codesTitle}>
      <p role="status">{words.codes}</p>
      <ul className={css['columns']}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Actions>
        <CopyButton text={codes.join('\n')} label={words.codesTitle} />
        <Button
          onClick={() => {
            print();
          }}
        >
          {words.print}
        </Button>
        <Button look="primary" onClick={onClose}>
          {t.action.done}
        </Button>
      </Actions>
    </Dialog>
  );
}

/** A code, then the new recovery codes. */
function RenewDialog({ onClose }: DialogProps): ReactNode {
  const { t } = useLanguage();
  const words = t.security.factor;
  const renew = useChange('POST /dashboard/second-factor/recovery-codes');
  if (renew.data !== undefined) return <RecoveryCodes codes={renew.data.recoveryCodes} onClose={onClose} />;
  return (
    <Dialog title={words.renew} onClose={onClose}>
      <p>{words.renewText}</p>
      <Form
        error={renew.error}
        onSubmit={(fields) => {
          renew.mutate({ body: { code: typedFactor(fields.text('code')) } });
        }}
      >
        <Field label={words.anyCode} name="code" autoComplete="one-time-code" required />
        <Submit text={words.renew} busy={renew.isPending} onLeave={onClose} />
      </Form>
    </Dialog>
  );
}

function DisableDialog({ onClose }: DialogProps): ReactNode {
  const { t } = useLanguage();
  const words = t.security.factor;
  const disable = useChange('POST /dashboard/second-factor/disable');
  return (
    <Dialog title={words.title} onClose={onClose}>
      <p>{words.disableText}</p>
      <Form
        error={disable.error}
        onSubmit={(fields) => {
          const body = { password: fields.secret('password'), code: typedFactor(fields.text('code')) };
          disable.mutate({ body }, { onSuccess: onClose });
        }}
      >
        <PasswordField />
        <Field label={words.anyCode} name="code" autoComplete="one-time-code" required />
        <Submit look="danger" text={words.disable} busy={disable.isPending} onLeave={onClose} />
      </Form>
    </Dialog>
  );
}

function PasswordField(): ReactNode {
  const { t } = useLanguage();
  const words = t.security;
  return (
    <Field label={words.currentPassword} name="password" type="password" autoComplete="current-password" required />
  );
}
