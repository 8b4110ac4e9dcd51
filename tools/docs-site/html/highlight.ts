const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);
}

const STRINGS = String.raw`'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|` + '`(?:[^`\\\\]|\\\\.)*`';
const SLASHES = String.raw`(?<![:\w])\/\/[^\n]*|\/\*[\s\S]*?\*\/`;
const HASHES = String.raw`(?<![\w{$&])#[^\n]*`;
const comments: Readonly<Record<string, string>> = {
  ts: SLASHES,
  js: SLASHES,
  php: `${SLASHES}|${HASHES}`,
  python: HASHES,
  bash: HASHES,
};

/** Code as HTML: comments and strings are marked. */
export function highlight(code: string, language: string): string {
  const comment = comments[language];
  if (comment === undefined && language !== 'json') return escapeHtml(code);
  const pattern = new RegExp(
    comment === undefined ? `(?<string>${STRINGS})` : `(?<comment>${comment})|(?<string>${STRINGS})`,
    'g',
  );
  let html = '';
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    const kind = match.groups?.['string'] === undefined ? 'comment' : 'string';
    html += `${escapeHtml(code.slice(end, match.index))}<span class="${kind}">${escapeHtml(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(end));
}
