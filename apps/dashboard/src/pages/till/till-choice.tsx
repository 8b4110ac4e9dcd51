import type { ReactNode } from 'react';
import { useLanguage } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import type { Place } from './place.js';
import css from './till.module.css';

/** The till at which this device stands is chosen once. */
export function TillChoice({ place }: { readonly place: Place }): ReactNode {
  const { t } = useLanguage();
  return (
    <main className={css['open']}>
      <h1 className={css['title']}>{t.till.choose}</h1>
      {place.tills.map(({ id, name }) => (
        <Button
          key={id}
          onClick={() => {
            place.choose(id);
          }}
        >
          {name}
        </Button>
      ))}
    </main>
  );
}

/** The till of this device, which may be changed between two payments. */
export function TillName({ place }: { readonly place: Place }): ReactNode {
  const { t } = useLanguage();
  if (place.chosen === null) return null;
  return (
    <p className={css['place']}>
      <strong>{place.chosen.name}</strong>
      <Button
        onClick={() => {
          place.choose(null);
        }}
      >
        {t.till.change}
      </Button>
    </p>
  );
}
