import type { Merchant } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { useChange } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import controls from '../../ui/controls.module.css';
import { Card } from '../../ui/page.js';
import { ProblemNotice } from '../../ui/problem-notice.js';
import { logoOf } from './logo-file.js';

interface LogoCardProps {
  readonly merchant: Merchant;
  readonly mayWrite: boolean;
}

/** The logo that customers see, with a way to replace it. */
export function LogoCard({ merchant: { logoUrl, name }, mayWrite }: LogoCardProps): ReactNode {
  const { t } = useLanguage();
  const id = useId();
  const change = useChange('PATCH /merchant');
  const [isPicture, setIsPicture] = useState(true);
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const logo = await logoOf(file);
    setIsPicture(logo !== undefined);
    if (logo !== undefined) change.mutate({ body: { logo: base64Of(logo) } });
  };
  return (
    <Card title={t.profile.logo}>
      {logoUrl === null ? <p>{t.profile.noLogo}</p> : <img src={pathOf(logoUrl)} alt={name} height={64} />}
      <ProblemNotice error={change.error} />
      {!isPicture && <p role="alert">{t.profile.noPicture}</p>}
      {mayWrite && (
        <div className={controls['field']}>
          <label className={controls['label']} htmlFor={id}>
            {t.profile.newLogo}
          </label>
          <input
            id={id}
            className={controls['input']}
            type="file"
            accept="image/*"
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => void take(target.files?.[0])}
          />
          <span id={`${id}-hint`} className={controls['hint']}>
            {t.profile.logoHint}
          </span>
          {logoUrl !== null && (
            <div>
              <Button
                busy={change.isPending}
                onClick={() => {
                  change.mutate({ body: { logo: '' } });
                }}
              >
                {t.profile.removeLogo}
              </Button>
            </div>
          )}
        </div>
      )}
    </Card>
  );
}

/** The gateway serves the logo, under this origin too. */
function pathOf(url: string): string {
  return new URL(url, location.origin).pathname;
}

function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
}
