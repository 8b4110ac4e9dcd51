import type { Token, Tokens } from 'marked';
import { highlight } from './highlight.ts';

/** The token of a group of samples: the same step in several languages. */
export const SAMPLES = 'samples';

/** The names of the languages of samples, by that of the fence. */
const NAMES: Readonly<Record<string, string>> = {
  bash: 'curl',
  ts: 'Node.js',
  js: 'Node.js',
  php: 'PHP',
  python: 'Python',
};

/** Fences of different languages one after another become one group. */
export function groupSamples(tokens: readonly Token[]): Token[] {
  const grouped: Token[] = [];
  let run: Tokens.Code[] = [];
  const flush = (): void => {
    if (run.length > 1) grouped.push({ type: SAMPLES, raw: '', samples: run });
    else grouped.push(...run);
    run = [];
  };
  for (const token of tokens) {
    if (isCode(token) && token.lang !== undefined && token.lang in NAMES) {
      if (run.some(({ lang }) => lang === token.lang)) flush();
      run.push(token);
    } else if (token.type !== 'space' || run.length === 0) {
      flush();
      grouped.push(token);
    }
  }
  flush();
  return grouped;
}

/** Without script the samples stand one below another; the script makes tabs of them. */
export function samplesHtml(token: Tokens.Generic): string {
  const parts = (token['samples'] as readonly Tokens.Code[]).map(({ lang = '', text }) => {
    const name = NAMES[lang] ?? lang;
    return `<div class="sample" data-name="${name}"><p class="sample-name">${name}</p><pre tabindex="0"><code>${highlight(text, lang)}</code></pre></div>`;
  });
  return `<div class="samples">${parts.join('\n')}</div>\n`;
}

function isCode(token: Token): token is Tokens.Code {
  return token.type === 'code';
}
