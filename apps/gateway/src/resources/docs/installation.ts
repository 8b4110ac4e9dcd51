import type { Language } from '@paygate/contracts';
import { supportLink } from '@paygate/platform';
import type { GatewayConfig } from '../../config.js';
import { docsUrlOf } from '../../edge/docs-url.js';

/** Placeholders for the address of the gateway and for that of the docs in the pages that tools/docs-site builds. */
export const BUILT_ADDRESS = 'https://localhost:8443';
const DOCS_ADDRESS = 'https://docs.paygate.example';

const operatorNames: Readonly<Record<string, string>> = { mtn_momo: 'MTN MoMo', orange_money: 'Orange Money' };

const words = {
  en: {
    address: (address: string) => `The address of this Paygate is ${address}.`,
    live: (list: string) => `In live mode it takes mobile money by ${list}.`,
    test: (list: string) => `In test mode it has mobile money by ${list}.`,
    noTest: 'In test mode it has no mobile money: pay from the wallet of a test customer there.',
    support: 'Support:',
    registry: (registry: string) =>
      `The packages are published at ${registry}, too: there they are @paygate/node, @paygate/browser, @paygate/react and @paygate/cli.`,
  },
  fr: {
    address: (address: string) => `L’adresse de ce Paygate est ${address}.`,
    live: (list: string) => `En mode réel, il accepte le mobile money par ${list}.`,
    test: (list: string) => `En mode test, il propose le mobile money par ${list}.`,
    noTest: 'En mode test, il n’a pas de mobile money : payez-y avec le portefeuille d’un client de test.',
    support: 'Assistance :',
    registry: (registry: string) =>
      `Les paquets sont aussi publiés sur ${registry}, sous les noms @paygate/node, @paygate/browser, @paygate/react et @paygate/cli.`,
  },
} as const;

/** Facts about the installation that serves the docs, from its configuration. */
export class Installation {
  constructor(private readonly config: GatewayConfig) {}

  /** The text of a built file with the addresses, and with the contact and the facts in the places that are left for them. */
  fill(name: string, text: string): string {
    const { PUBLIC_URL } = this.config;
    const language: Language = name.startsWith('fr/') ? 'fr' : 'en';
    const isHtml = name.endsWith('.html');
    return (PUBLIC_URL === undefined ? text : text.replaceAll(BUILT_ADDRESS, PUBLIC_URL))
      .replaceAll(DOCS_ADDRESS, docsUrlOf(this.config))
      .replace(/<!--support (.+?)-->/, (_, asked: string) => this.support(asked))
      .replace('<!--installation-->', () => paragraph(this.facts(language).join(' '), isHtml))
      .replace('<!--registry-->', () => this.registry(language, isHtml));
  }

  private support(asked: string): string {
    const { SUPPORT_URL } = this.config;
    if (SUPPORT_URL === undefined) return '';
    const { href, text } = supportLink(SUPPORT_URL);
    return `<p class="source">${asked} <a href="${href}">${text}</a></p>`;
  }

  private registry(language: Language, isHtml: boolean): string {
    const { CLIENTS_REGISTRY } = this.config;
    return CLIENTS_REGISTRY === undefined ? '' : paragraph(words[language].registry(CLIENTS_REGISTRY), isHtml);
  }

  private facts(language: Language): readonly string[] {
    const { PUBLIC_URL, DOCS_LIVE_OPERATORS: live, DOCS_TEST_OPERATORS: test, SUPPORT_URL } = this.config;
    const { address, live: inLive, test: inTest, noTest, support } = words[language];
    return [
      ...(PUBLIC_URL === undefined ? [] : [address(PUBLIC_URL)]),
      ...(live.length === 0 ? [] : [inLive(listed(live))]),
      test.length === 0 ? noTest : inTest(listed(test)),
      ...(SUPPORT_URL === undefined ? [] : [`${support} ${supportLink(SUPPORT_URL).text}`]),
    ];
  }
}

function paragraph(text: string, isHtml: boolean): string {
  return isHtml ? `<p>${text}</p>` : `${text}\n`;
}

/** `MTN MoMo (XAF), Orange Money (XAF)`. */
function listed(operators: readonly string[]): string {
  const named = operators.map((each) => {
    const [operator = '', currency = ''] = each.split(':');
    return `${operatorNames[operator] ?? operator} (${currency})`;
  });
  return named.join(', ');
}
