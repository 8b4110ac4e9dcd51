import { useState } from 'react';

/** The token in the link of an e-mail: the part of the address that no browser sends. */
const TOKEN = /^#token=([a-z]+_[0-9A-Za-z_-]+)$/;

/** The token that the link of an e-mail carries; empty without one. It leaves the address, and so the history, at once. */
export function useMailToken(): string {
  const [token] = useState(() => {
    const found = TOKEN.exec(location.hash)?.[1] ?? '';
    if (found !== '') history.replaceState(history.state, '', location.pathname + location.search);
    return found;
  });
  return token;
}
