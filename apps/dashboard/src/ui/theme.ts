import { useSyncExternalStore } from 'react';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const STORED = 'paygate.theme';
const listeners = new Set<() => void>();

/** The chosen theme. */
export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, storedTheme);
}

/** Chooses a theme for this browser. */
export function chooseTheme(theme: Theme): void {
  localStorage.setItem(STORED, theme);
  showTheme();
  for (const listener of listeners) listener();
}

/** Shows the stored theme. `system` follows the device, also when it changes. */
export function showTheme(): void {
  document.documentElement.dataset['theme'] = storedTheme();
}

function storedTheme(): Theme {
  const stored = localStorage.getItem(STORED);
  return themes.find((theme) => theme === stored) ?? 'system';
}
