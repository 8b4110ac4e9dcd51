import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { buttonClass } from '../button.js';

interface SavingLinkProps {
  readonly file: Blob;
  readonly name: string;
  readonly children: ReactNode;
}

/** Saves a file as soon as it is shown; the link can be pressed again where the browser has asked or refused. */
export function SavingLink({ file, name, children }: SavingLinkProps): ReactNode {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    if (link.current !== null) link.current.href = url;
    link.current?.click();
    return () => {
      URL.revokeObjectURL(url);
    };
  }, [file]);
  return (
    <a ref={link} className={buttonClass('plain')} download={name}>
      {children}
    </a>
  );
}
