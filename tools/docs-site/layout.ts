/** The parts of a page. */
interface PageParts {
  readonly path: string;
  readonly title: string;
  readonly body: string;
  /** The titles of all pages by their paths. */
  readonly titles: ReadonlyMap<string, string>;
  /** Without the column of links: the API reference has its own. */
  readonly wide?: boolean;
}

/** A page of the site as HTML. It loads nothing from other origins, and holds no script and no style of its own. */
export function layout({ path, title, body, titles, wide = false }: PageParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – Paygate docs</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/assets/style.css">
</head>
<body${wide ? ' class="wide"' : ''}>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="brand" href="/docs">Paygate docs</a>
<nav aria-label="Site">
${TOP.map(([to, label]) => link(to, label, path)).join('\n')}
${wide ? '' : '<a class="narrow" href="#pages">All pages</a>'}
</nav>
</header>
<div class="columns">
<main id="content">
${body}
</main>
${wide ? '' : sidebar(path, titles)}
</div>
</body>
</html>
`;
}

const TOP = [
  ['guides/quickstart', 'Quickstart'],
  ['api', 'API reference'],
  ['errors', 'Errors'],
  ['events', 'Events'],
] as const;

/** The links beside a page, or on a phone below it. */
function sidebar(path: string, titles: ReadonlyMap<string, string>): string {
  const section = (name: string, prefix: string): string => {
    const entries = [...titles].filter(([each]) => each.startsWith(prefix));
    return `<h2>${name}</h2>\n<ul>\n${entries.map(([to, label]) => `<li>${link(to, label, path)}</li>`).join('\n')}\n</ul>`;
  };
  const [folder = ''] = path.split('/');
  const reference = folder === 'errors' || folder === 'events';
  const groups = [section('Guides', 'guides/'), section('Clients', 'clients/')];
  const own = folder === 'events' ? section('Events', 'events/') : section('Errors', 'errors/');
  return `<nav class="contents" id="pages" aria-label="Pages">
${(reference ? [own, ...groups] : groups).join('\n')}
</nav>`;
}

function link(to: string, label: string, path: string): string {
  return `<a href="/docs/${to}"${to === path ? ' aria-current="page"' : ''}>${label}</a>`;
}
