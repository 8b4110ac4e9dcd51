import { focusManager } from '@tanstack/react-query';

const ABSENT_MS = 10 * 60_000;
const INPUTS = ['visibilitychange', 'pointerdown', 'pointermove', 'wheel', 'keydown'] as const;

/**
 * Pages read by themselves only while somebody is there: until ten minutes after the last input, and while the page is visible. A page
 * that is left open therefore does not keep its session alive.
 */
export function readWhilePresent(): void {
  focusManager.setEventListener((setPresent) => {
    let absence: number | undefined;
    const present = (): void => {
      clearTimeout(absence);
      setPresent(document.visibilityState === 'visible');
      absence = window.setTimeout(() => {
        setPresent(false);
      }, ABSENT_MS);
    };
    for (const input of INPUTS) window.addEventListener(input, present, { passive: true });
    present();
    return () => {
      for (const input of INPUTS) window.removeEventListener(input, present);
      clearTimeout(absence);
    };
  });
}
