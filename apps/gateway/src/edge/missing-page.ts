import { createHash } from 'node:crypto';
import { supportLink } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';

const STYLE =
  ':root{color-scheme:light dark;background:light-dark(#f6f7f6,#101413);color:light-dark(#16201c,#e8eeeb)}body{max-width:32rem;margin:15vh auto 0;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}a{color:light-dark(#0b6b4f,#5fd0a8)}';
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const words = {
  en: {
    title: 'This page does not exist',
    text: 'Perhaps its address was cut.',
    dashboard: 'To the dashboard',
    help: 'Need help?',
  },
  fr: {
    title: 'Cette page n’existe pas',
    text: 'Son adresse est peut-être incomplète.',
    dashboard: 'Vers le tableau de bord',
    help: 'Besoin d’aide ?',
  },
} as const;
type Language = keyof typeof words;

/** True for a request of somebody who looks at the answer: the browser asks for a page. */
export function wantsPage({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(headers.accept ?? '');
}

/** Answers a browser that there is no such page, in French or English, with the ways to the dashboard and to help. */
export function sendMissingPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, supportUrl }: { readonly status: number; readonly supportUrl: string | undefined },
): void {
  void reply
    .code(status)
    .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-store', vary: 'accept, accept-language' })
    .type('text/html; charset=utf-8')
    .send(pageIn(languageOf(request.headers['accept-language'] ?? ''), supportUrl));
}

/** The language that the browser names first. */
function languageOf(accepted: string): Language {
  const first = /\b(fr|en)\b/i.exec(accepted)?.[1]?.toLowerCase();
  return first === 'fr' ? 'fr' : 'en';
}

function pageIn(language: Language, supportUrl: string | undefined): string {
  const { title, text, dashboard, help } = words[language];
  const support = supportUrl === undefined ? undefined : supportLink(supportUrl);
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${title} · Paygate</title><style>${STYLE}</style></head>`,
    `<body><main><h1>${title}</h1><p>${text}</p><p><a href="/dashboard/">${dashboard}</a></p>`,
    support === undefined ? '' : `<p>${help} <a href="${support.href}">${support.text}</a></p>`,
    '</main></body></html>',
  ].join('');
}
