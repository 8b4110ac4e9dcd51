import { encode } from 'uqr';

/** Modules of white around the code, as ISO/IEC 18004 wants them. */
const QUIET_ZONE = 4;

/** A text as a QR code, dark on light in every theme, because phones read it so. Dark modules in a row are one rectangle. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const rows = data.map((row, y) => {
    const line = row.map((isDark) => (isDark ? '1' : '0')).join('');
    return Array.from(line.matchAll(/1+/g), ({ 0: run, index }) => `M${index} ${y}h${run.length}v1H${index}z`).join('');
  });
  return (
    <svg class="qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges">
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={rows.join('')} fill="#000" />
    </svg>
  );
}
