import type { Language } from '../page.ts';

/** Every environment variable of the samples, the clients and the command, with its meaning. */
const variables: readonly (readonly [name: string, en: string, fr: string])[] = [
  ['PAYGATE_BASE_URL', 'the address of your Paygate', 'l’adresse de votre Paygate'],
  [
    'PAYGATE_SECRET_KEY',
    'the secret key (`sk_…`) or a restricted one (`rk_…`), from **Settings**, **API keys**; for servers only',
    'la clé secrète (`sk_…`) ou une clé restreinte (`rk_…`), dans **Réglages**, **Clés d’API** ; pour les serveurs seulement',
  ],
  [
    'PAYGATE_PUBLISHABLE_KEY',
    'the publishable key (`pk_…`) of your page, from the same place',
    'la clé publique (`pk_…`) de votre page, au même endroit',
  ],
  [
    'PAYGATE_WEBHOOK_SECRET',
    'the secret (`whsec_…`) of a [webhook endpoint](/docs/guides/webhooks), shown when it is created',
    'le secret (`whsec_…`) d’un [point de réception](/docs/guides/webhooks), montré à sa création',
  ],
  [
    'SESSION_TOKEN',
    '`sessionToken` of the payment, from the answer to [its creation](/docs/api/createIntent)',
    '`sessionToken` du paiement, dans la réponse à [sa création](/docs/api/createIntent)',
  ],
  [
    'OTP_TOKEN',
    '`token` of the answer to [the verification of a code](/docs/api/verifyOtp)',
    '`token` de la réponse à [la vérification d’un code](/docs/api/verifyOtp)',
  ],
  [
    'USER_TOKEN',
    '`token` of the answer to [a customer’s sign-in](/docs/api/signIn)',
    '`token` de la réponse à [la connexion d’un client](/docs/api/signIn)',
  ],
  [
    'DASHBOARD_SESSION',
    'the session (`dsh_…`) of the answer to [a member’s sign-in](/docs/api/signInToDashboard)',
    'la session (`dsh_…`) de la réponse à [la connexion d’un membre](/docs/api/signInToDashboard)',
  ],
  [
    'NODE_EXTRA_CA_CERTS',
    'the file of a certificate authority that Node.js is to trust, such as that of a local stack; `SSL_CERT_FILE` is its name for curl, PHP and Python',
    'le fichier d’une autorité de certification à laquelle Node.js doit se fier, comme celle d’une installation locale ; `SSL_CERT_FILE` pour curl, PHP et Python',
  ],
  [
    'XDG_STATE_HOME',
    'where `paygate listen` keeps its cursor; `~/.local/state` when not set',
    'où `paygate listen` garde son curseur ; `~/.local/state` par défaut',
  ],
];

const heads: Readonly<Record<Language, readonly [heading: string, name: string, value: string]>> = {
  en: ['Environment variables', 'Name', 'Value'],
  fr: ['Variables d’environnement', 'Nom', 'Valeur'],
};

/** The section that names them. */
export function variablesText(language: Language): string {
  const [heading, name, value] = heads[language];
  const rows = variables.map(([variable, en, fr]) => `| \`${variable}\` | ${language === 'fr' ? fr : en} |`);
  return `## ${heading}\n\n| ${name} | ${value} |\n| --- | --- |\n${rows.join('\n')}`;
}
