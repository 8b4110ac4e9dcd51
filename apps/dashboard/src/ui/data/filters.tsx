import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { useLanguage } from '../../i18n/language.js';
import { Actions, Button, buttonClass } from '../button.js';
import css from '../controls.module.css';
import { Icon } from '../icon.js';

/** A filter that is set. */
export interface ActiveFilter {
  readonly name: string;
  readonly text: string;
  /** Its parameters in the URL, which a press takes away. */
  readonly parameters: readonly string[];
  /** Is called by that press, for a filter that no URL holds. */
  readonly onClear?: () => void;
}

interface FiltersProps {
  readonly active: readonly ActiveFilter[];
  /** Words of the address that no filter knows. */
  readonly unknown: readonly string[] | undefined;
  /** Frequent filters, one press away. */
  readonly presets?: ReactNode;
  /** The form, which is shown when it is asked for, and folds when the filters have changed. */
  readonly children: ReactNode;
}

/** The filters of a list as chips: the frequent ones, those that are set, and a button that shows the form of all. */
export function Filters({ active, unknown, presets, children }: FiltersProps): ReactNode {
  const { t } = useLanguage();
  const id = useId();
  const [open, setOpen] = useState(false);
  const button = useFolding(JSON.stringify(active), setOpen);
  return (
    <search className={css['filterBlock']}>
      <div className={css['chips']}>
        {presets}
        <button
          ref={button}
          type="button"
          className={css['chip']}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => {
            setOpen(!open);
          }}
        >
          <Icon of="filter" /> {t.list.filters}
          {active.length > 0 && ` (${String(active.length)})`}
        </button>
      </div>
      {active.length > 0 && (
        <ul className={css['chips']} aria-label={t.list.active}>
          {active.map((filter) => (
            <li key={filter.name}>
              <Chip filter={filter} />
            </li>
          ))}
        </ul>
      )}
      <UnknownWords words={unknown} />
      <div id={id} hidden={!open} className={css['filterForm']}>
        {children}
      </div>
    </search>
  );
}

/** The end of the form of a page's filters: a button that sends it, and a link to the page without filters. */
export function FilterActions({ onClear }: { readonly onClear?: () => void }): ReactNode {
  const { t } = useLanguage();
  return (
    <Actions>
      <Button type="submit" look="primary">
        {t.list.filter}
      </Button>
      <Link to="." search={{}} className={buttonClass('plain')} onClick={onClear}>
        {t.list.clear}
      </Link>
    </Actions>
  );
}

/** Says that the list is not filtered by words of its address. */
export function UnknownWords({ words = [] }: { readonly words: readonly string[] | undefined }): ReactNode {
  const { t } = useLanguage();
  return words.length === 0 ? null : <p role="status">{t.list.unknown(words.join(', '))}</p>;
}

function Chip({ filter: { name, text, parameters, onClear } }: { readonly filter: ActiveFilter }): ReactNode {
  const { t, named } = useLanguage();
  const navigate = useNavigate();
  const clear = (): void => {
    onClear?.();
    const search = (now: Readonly<Record<string, unknown>>) => {
      const kept = Object.entries(now).filter(([parameter]) => ![...parameters, 'after'].includes(parameter));
      return Object.fromEntries(kept);
    };
    void navigate({ to: '.', search });
  };
  return (
    <button type="button" className={css['chip']} aria-label={named(t.list.remove, named(name, text))} onClick={clear}>
      {named(name, text)} <Icon of="close" />
    </button>
  );
}

/** Folds the form when the filters have changed. Its button then has the focus that was in the form. */
function useFolding(filters: string, setOpen: (open: boolean) => void) {
  const button = useRef<HTMLButtonElement>(null);
  const shown = useRef(filters);
  useEffect(() => {
    if (shown.current === filters) return;
    shown.current = filters;
    setOpen(false);
    if (document.activeElement === document.body) button.current?.focus();
  }, [filters, setOpen]);
  return button;
}
