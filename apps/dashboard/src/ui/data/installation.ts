/** A fact about the installation, which the gateway writes into the page; empty where it has none. */
export function installed(fact: 'support' | 'currencies'): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${fact}"]`)?.content ?? '';
}
