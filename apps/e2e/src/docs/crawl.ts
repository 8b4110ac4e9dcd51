/** More addresses than the docs have: a page that makes up links ends the walk. */
const ADDRESSES_MAX = 3_000;
const LINK = /(?:href|src)="([^"#]*)/g;

interface Crawled {
  /** The paths to which a page leads. */
  readonly seen: ReadonlySet<string>;
  /** Those that did not answer 200, with their status. */
  readonly broken: readonly (readonly [path: string, status: number])[];
}

/** Follows every link of the docs that stays on this installation. */
export async function crawl(gateway: string, { leaveOut }: { readonly leaveOut?: RegExp } = {}): Promise<Crawled> {
  const seen = new Set(['/docs', '/llms.txt', '/docs/llms.txt']);
  const broken: [string, number][] = [];
  for (const path of seen) {
    const answer = await patientFetch(gateway + path);
    const text = await answer.text();
    if (answer.status !== 200) broken.push([path, answer.status]);
    for (const target of isPage(answer) ? linksOf(text, gateway) : [])
      if (leaveOut?.test(target) !== true) seen.add(target);
    if (seen.size > ADDRESSES_MAX) throw new Error(`more than ${String(ADDRESSES_MAX)} addresses`);
  }
  return { seen, broken };
}

const isPage = ({ headers }: Response): boolean => (headers.get('content-type') ?? '').startsWith('text/html');

function linksOf(page: string, gateway: string): readonly string[] {
  const targets = [...page.matchAll(LINK)].map(([, target = '']) => target.replace(gateway, ''));
  return targets.filter((target) => target.startsWith('/'));
}

/** Waits where the bound of requests asks for it. */
export async function patientFetch(url: string): Promise<Response> {
  for (;;) {
    const answer = await fetch(url);
    if (answer.status !== 429) return answer;
    await answer.body?.cancel();
    await new Promise((wake) => setTimeout(wake, 1000 * Number(answer.headers.get('retry-after') ?? 1)));
  }
}
