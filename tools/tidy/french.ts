/**
 * French typography: `:`, `;`, `!`, `?` and what stands in « » have a no-break space (U+00A0 or U+202F), so that no line begins with one of them. It
 * finds other spaces, and none, in French prose: guides, texts of pages and mails. Code, addresses, times and text messages are left out:
 * an SMS has plain spaces only.
 */
import ts from 'typescript';
import type { Finding, SourceFile } from './finding.ts';

const GUIDE = /^docs\/guides\/fr\/.*\.md$/;
/** Files whose texts are all French. */
const FRENCH =
  /^apps\/dashboard\/src\/i18n\/(.*\/)?fr(-\w+)?\.ts$|^apps\/checkout\/src\/language\/french\.ts$|^tools\/docs-site\/pages\/fr\/.*\.ts$/;
/** Files with texts of both languages. */
const MIXED =
  /^apps\/otp\/src\/messages\/texts\/(member-mail|owner-notice|receipt)-text\.ts$|^tools\/docs-site\/(words|(api|pages)\/[\w-]+)\.ts$/;
const FIELD_TEXTS = 'tools/docs-site/pages/fr/field-texts.json';
/** Functions that make text messages. */
const MESSAGE = 'Sms';

/** A plain space, or a line break, where a no-break space belongs. */
const BREAKS = /[ \t\n]+[:;!?»](?![:\w=/])|«[ \t\n]+/u;
/** A mark that follows a word at once. Times, ports and numbers have digits around it; an entity ends with `;`. */
const GLUED = /[\p{L}\d)*_][;!?](?![\p{L}\d=&/])|[\p{L})*_]:(?=[\s*_])|[^\s\u00a0\u202f(*_]»|«[^\s\u00a0\u202f]/u;

/** A finding for each file with a wrong space, which quotes the first one. */
export function frenchSpaces(files: readonly SourceFile[]): readonly Finding[] {
  return files.flatMap(({ path, text }) => {
    const isMixed = MIXED.test(path);
    const wrong = proseOf(path, text).flatMap((prose) => {
      const at = BREAKS.exec(prose) ?? (isMixed ? null : GLUED.exec(prose));
      return at === null ? [] : [prose.slice(Math.max(0, at.index - 30), at.index + 6).replaceAll('\n', ' ')];
    });
    const [first] = wrong;
    return first === undefined ? [] : [{ path, message: `French text has a no-break space there: "${first}"` }];
  });
}

function proseOf(path: string, text: string): readonly string[] {
  if (GUIDE.test(path)) return proseOfMarkdown(text);
  if (path === FIELD_TEXTS) return Object.values(JSON.parse(text) as Record<string, string>).flatMap(withoutCode);
  return FRENCH.test(path) || MIXED.test(path) ? literalsOf(path, text).flatMap(withoutCode) : [];
}

/** The text of a page without code, addresses, and the lines below the headings of tables. */
function proseOfMarkdown(text: string): readonly string[] {
  return text
    .replaceAll(/^[ ]*(```|~~~)[^]*?^[ ]*\1/gm, '\n\n')
    .replaceAll(/^\|[\s:|-]+\|$/gm, '')
    .replaceAll(/<!--[^]*?-->/g, '')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .split(/\n{2,}|^[|#].*$/m)
    .concat(text.match(/^[|#].*$/gm)?.filter((line) => !/^\|[\s:|-]+\|$/.test(line)) ?? [])
    .flatMap(withoutCode);
}

function withoutCode(prose: string): readonly string[] {
  return [prose.replaceAll(/`[^`]*`/g, 'code').replaceAll(/https?:\S+|otpauth:\S*|whatsapp:\S*/g, 'address')];
}

/** The texts of the literals of a source; what a template inserts stands as a word. */
function literalsOf(path: string, text: string): readonly string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionDeclaration(node) && node.name?.text.endsWith(MESSAGE) === true) return;
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) texts.push(node.text);
    if (ts.isTemplateExpression(node))
      texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => `word${literal.text}`)].join(''));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return texts;
}
