import type { ReactNode } from 'react';
import { useLanguage } from '../../i18n/language.js';
import { Actions } from '../../ui/button.js';
import { SavingLink } from '../../ui/data/saving-link.js';

interface SavedFileProps {
  readonly file: Blob;
  readonly name: string;
  readonly text: string;
}

/** A file that was made, with what it has. */
export function SavedFile({ file, name, text }: SavedFileProps): ReactNode {
  const { t } = useLanguage();
  return (
    <>
      <p role="status">{text}</p>
      <Actions>
        <SavingLink file={file} name={name}>
          {t.balance.save}
        </SavingLink>
      </Actions>
    </>
  );
}
