import type { ReactNode } from 'react';
import { encode } from 'uqr';
import css from '../controls.module.css';

/** A text as a QR code, dark on light in every theme, because phones read it so. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const { size, data } = encode(text, { border: 4 });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      role="img"
      aria-label={label}
      className={css['qr']}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  );
}
