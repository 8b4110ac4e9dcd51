import { useSyncExternalStore } from 'react';

/** The width from which the menu is beside the page, and lists are tables. The style sheets name the same width. */
const WIDE = '(min-width: 900px)';

/** True when the screen is wide. */
export function useWide(): boolean {
  return useSyncExternalStore(listen, () => matchMedia(WIDE).matches);
}

function listen(listener: () => void): () => void {
  const media = matchMedia(WIDE);
  media.addEventListener('change', listener);
  return () => {
    media.removeEventListener('change', listener);
  };
}
