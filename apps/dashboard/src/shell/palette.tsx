import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEffect, useId, useState } from 'react';
import { useLanguage } from '../i18n/language.js';
import { Button } from '../ui/button.js';
import controls from '../ui/controls.module.css';
import { Dialog } from '../ui/dialog.js';
import { Icon } from '../ui/icon.js';
import type { Found } from './findings.js';
import { useFindings } from './findings.js';
import css from './shell.module.css';

/** A search over pages, ids and payments, opened by its button or by Ctrl+K. */
export function Palette(): ReactNode {
  const { t } = useLanguage();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', listen);
    return () => {
      removeEventListener('keydown', listen);
    };
  }, []);
  return (
    <>
      <button
        type="button"
        className={`${controls['iconButton'] ?? ''} ${css['palette'] ?? ''}`}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => {
          setOpen(true);
        }}
      >
        <Icon of="search" /> <span>{t.palette.open}</span> <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      {open && (
        <PaletteDialog
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

function PaletteDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useLanguage();
  const router = useRouter();
  const id = useId();
  const [wanted, setWanted] = useState('');
  const [at, setAt] = useState(0);
  const found = useFindings(wanted.trim());
  const go = (place: Found | undefined): void => {
    if (place === undefined) return;
    onClose();
    router.history.push(`/dashboard${place.href}`);
  };
  return (
    <Dialog title={t.palette.title} onClose={onClose}>
      <label className={controls['field']}>
        <span className={controls['label']}>{t.palette.label}</span>
        <input
          className={controls['input']}
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
          autoComplete="off"
          value={wanted}
          onKeyDown={(event) => {
            if (event.key === 'Enter') go(found[at]);
            else if (event.key === 'ArrowDown') setAt(Math.min(found.length - 1, at + 1));
            else if (event.key === 'ArrowUp') setAt(Math.max(0, at - 1));
            else return;
            event.preventDefault();
          }}
          onChange={({ target }) => {
            setWanted(target.value);
            setAt(0);
          }}
        />
      </label>
      <p className={controls['hint']}>{t.palette.hint}</p>
      <Results id={id} found={found} at={at} onChoose={go} />
      <div>
        <Button onClick={onClose}>{t.action.close}</Button>
      </div>
    </Dialog>
  );
}

interface ResultsProps {
  readonly id: string;
  readonly found: readonly Found[];
  readonly at: number;
  readonly onChoose: (place: Found) => void;
}

function Results({ id, found, at, onChoose }: ResultsProps): ReactNode {
  const { t } = useLanguage();
  if (found.length === 0) return <p role="status">{t.palette.none}</p>;
  return (
    <ul id={`${id}-list`} role="listbox" aria-label={t.palette.results} className={css['results']}>
      {found.map((place, index) => (
        // the field has the focus, and its keys choose
        <li
          key={place.href}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          className={css['result']}
          onClick={() => {
            onChoose(place);
          }}
        >
          {place.text}
        </li>
      ))}
    </ul>
  );
}
