import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useId } from 'react';
import type { Acting } from '../api/acting.js';
import { actAs, useActing } from '../api/acting.js';
import { useSession } from '../api/session.js';
import { languages, useLanguage } from '../i18n/language.js';
import { chooseTheme, themes, useTheme } from '../ui/theme.js';
import css from './shell.module.css';

/** Test or live. Live shows only where the installation's team has opened it. */
export function ModeSwitch(): ReactNode {
  const { t } = useLanguage();
  const { mode } = useActing();
  const { merchants, acting } = useSession();
  const isOpen = merchants.find(({ id }) => id === acting.merchantId)?.liveActive === true;
  const change = useActingChange();
  return (
    <Switch
      label={t.app.mode}
      value={mode}
      options={[
        ['test', t.app.modes.test],
        ['live', t.app.modes.live],
      ]}
      disabled={isOpen || mode === 'live' ? [] : ['live']}
      note={isOpen ? undefined : t.app.liveInactive}
      onChange={(chosen) => {
        change({ mode: chosen === 'live' ? 'live' : 'test' });
      }}
    />
  );
}

/** The account, for a member of several. */
export function AccountSwitch(): ReactNode {
  const { t } = useLanguage();
  const { merchants, acting } = useSession();
  const change = useActingChange();
  const [first, ...others] = merchants;
  if (others.length === 0) return <span>{first?.name}</span>;
  return (
    <Switch
      label={t.app.account}
      value={acting.merchantId}
      options={merchants.map(({ id, name }) => [id, name] as const)}
      onChange={(merchantId) => {
        change({ merchantId });
      }}
    />
  );
}

export function LanguageSwitch(): ReactNode {
  const { t, language, speak } = useLanguage();
  return (
    <Switch
      label={t.app.language}
      value={language}
      options={languages.map((one) => [one, t.app.languages[one]] as const)}
      onChange={(chosen) => {
        for (const one of languages) if (one === chosen) speak(one);
      }}
    />
  );
}

export function ThemeSwitch(): ReactNode {
  const { t } = useLanguage();
  const theme = useTheme();
  return (
    <Switch
      label={t.app.theme}
      value={theme}
      options={themes.map((one) => [one, t.app.themes[one]] as const)}
      onChange={(chosen) => {
        for (const one of themes) if (one === chosen) chooseTheme(one);
      }}
    />
  );
}

/** The pages show one account and mode: after a change the member begins at a list, not at an object of the other. */
function useActingChange(): (change: Partial<Acting>) => void {
  const router = useRouter();
  return (change) => {
    actAs(change);
    void router.navigate({ to: '/' }).then(() => router.invalidate());
  };
}

interface SwitchProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
  readonly disabled?: readonly string[];
  readonly note?: string | undefined;
  readonly onChange: (value: string) => void;
}

function Switch({ label, value, options, disabled = [], note, onChange }: SwitchProps): ReactNode {
  const id = useId();
  return (
    <span className={css['switch']}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        title={note}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option} disabled={disabled.includes(option)}>
            {text}
          </option>
        ))}
      </select>
    </span>
  );
}
