import type { ReactNode } from 'react';
import { useLanguage } from '../../i18n/language.js';
import { Actions, Button, buttonClass } from '../../ui/button.js';
import { CopyButton } from '../../ui/values.js';
import type { Payable } from './link-message.js';
import { linkMessage, whatsAppUrl } from './link-message.js';

/** The ways to send the address at which something is paid: the sharing of the device where it has one, WhatsApp, and the clipboard. */
export function SendLink({ link, url }: { readonly link: Payable; readonly url: string }): ReactNode {
  const { t, money } = useLanguage();
  const message = linkMessage(link, url, { t, money });
  return (
    <Actions>
      {'share' in navigator && (
        <Button
          look="primary"
          onClick={() => {
            // whoever closes the sheet of the device has not sent it, which is no fault
            navigator.share({ text: message }).catch(() => undefined);
          }}
        >
          {t.links.send}
        </Button>
      )}
      <a href={whatsAppUrl(message)} target="_blank" rel="noopener noreferrer" className={buttonClass('plain')}>
        {t.links.sendByWhatsApp}
      </a>
      <CopyButton text={message} label={t.links.message} />
    </Actions>
  );
}
