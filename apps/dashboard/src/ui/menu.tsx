import type { ReactNode, ToggleEvent } from 'react';
import { useId, useRef } from 'react';
import css from './controls.module.css';
import { Icon } from './icon.js';

const GAP = 4;

interface MenuProps {
  /** The name of the button that opens it. */
  readonly label: string;
  /** The content of the button; three dots when absent. */
  readonly face?: ReactNode;
  readonly children: ReactNode;
}

/** Actions behind a button. They close by Escape, by a press elsewhere, or when one is chosen. */
export function Menu({ label, face = <Icon of="more" />, children }: MenuProps): ReactNode {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const place = ({ currentTarget: panel, newState }: ToggleEvent<HTMLDivElement>): void => {
    if (newState !== 'open' || button.current === null) return;
    placeBeside(panel, button.current);
    addEventListener(
      'scroll',
      () => {
        panel.hidePopover();
      },
      { once: true },
    );
  };
  return (
    <>
      <button ref={button} type="button" className={css['iconButton']} aria-label={label} popoverTarget={id}>
        {face}
      </button>
      <div
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        className={css['menu']}
        onToggle={place}
        onClick={({ currentTarget, target }) => {
          const chosen = target instanceof Element ? target.closest('button, a') : null;
          if (chosen !== null && currentTarget.contains(chosen)) currentTarget.hidePopover();
        }}
      >
        {children}
      </div>
    </>
  );
}

/** Below the button, or above it where there is no room, and within the screen. */
function placeBeside(panel: HTMLElement, button: HTMLElement): void {
  const { top, bottom, right } = button.getBoundingClientRect();
  const { offsetHeight, offsetWidth } = panel;
  const below = bottom + GAP;
  const fits = below + offsetHeight <= innerHeight;
  panel.style.top = `${String(fits ? below : Math.max(GAP, top - GAP - offsetHeight))}px`;
  panel.style.left = `${String(Math.max(GAP, Math.min(right - offsetWidth, innerWidth - offsetWidth - GAP)))}px`;
}
