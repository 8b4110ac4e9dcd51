import type { ReactNode } from 'react';
import { useState } from 'react';
import { useLanguage } from '../i18n/language.js';
import controls from '../ui/controls.module.css';
import { Dialog } from '../ui/dialog.js';
import { Icon } from '../ui/icon.js';
import { Button } from '../ui/button.js';
import { Navigation } from './navigation.js';
import css from './shell.module.css';
import { AccountSwitch, ModeSwitch } from './switches.js';

/** The menu of a narrow screen, behind a button. */
export function Drawer(): ReactNode {
  const { t } = useLanguage();
  const [open, setOpen] = useState(false);
  const close = (): void => {
    setOpen(false);
  };
  return (
    <>
      <button
        type="button"
        className={controls['iconButton']}
        aria-label={t.app.menu}
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true);
        }}
      >
        <Icon of="menu" />
      </button>
      {open && (
        <Dialog title={t.app.name} look="drawer" onClose={close}>
          <div className={css['drawerHead']}>
            <AccountSwitch />
            <ModeSwitch />
          </div>
          <Navigation onChoose={close} />
          <div>
            <Button onClick={close}>{t.action.close}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
