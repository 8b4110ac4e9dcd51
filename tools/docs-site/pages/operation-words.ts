import type { Language } from '../page.ts';

interface OperationWords {
  readonly index: string;
  readonly credential: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly anyone: string;
  readonly and: string;
  /** Between alternatives. */
  readonly or: string;
  readonly scopeIs: string;
  readonly scopesAre: string;
  readonly sample: string;
  /** Before the credentials of a sample. */
  readonly with: string;
  readonly variables: string;
  readonly parameters: string;
  readonly places: Readonly<Record<'path' | 'query' | 'header', string>>;
  readonly body: string;
  readonly bodyIsOptional: string;
  readonly answer: string;
  readonly errors: string;
  readonly commonErrors: string;
  readonly required: string;
  readonly field: string;
  readonly type: string;
  readonly meaning: string;
}

/** The words of the pages of operations. */
export const operationWords: Readonly<Record<Language, OperationWords>> = {
  en: {
    index: `# API reference

Every operation of the API, with samples in curl, Node.js, PHP and Python. The address of your Paygate is in \`PAYGATE_BASE_URL\`, and your
keys are in the dashboard under **Settings**, **API keys**. Requests and answers are JSON in UTF-8; [errors](/docs/errors) are problem documents.

- [OpenAPI document](/openapi.json): OpenAPI 3.1, for generators of clients.
- [Postman collection](/docs/assets/postman.json): import it and set its variables.
- [All customer steps over HTTP](/docs/guides/http-api): a payment without a client library.`,
    credential: 'Credentials:',
    credentials: {
      secretKey: 'secret key (`Authorization: Bearer sk_…`)',
      publishableKey: 'publishable key (`x-api-key: pk_…`)',
      sessionToken: 'session token of the payment (`x-session-token`)',
      otpToken: 'token of the one-time password (`Authorization`)',
      otpTokenBeside: 'token of the one-time password (`x-otp-token`)',
      userToken: 'token of the signed-in customer (`Authorization`)',
      dashboardSession: 'dashboard session (`Authorization: Bearer dsh_…`)',
      dashboardCookie: 'dashboard cookie (`__Host-paygate_dashboard`)',
    },
    anyone: 'No credentials.',
    and: 'and',
    or: '; or',
    scopeIs: 'A restricted key needs the scope',
    scopesAre: 'A restricted key needs the scopes',
    sample: 'Request',
    with: 'With',
    variables: 'Names in capital letters are [environment variables](/docs/api#environment-variables).',
    parameters: 'Parameters',
    places: { path: 'in the path', query: 'in the query', header: 'header' },
    body: 'Body',
    bodyIsOptional: 'The body may be left out.',
    answer: 'Answer',
    errors: 'Errors',
    commonErrors: 'the errors that [every request](/docs/errors) may get.',
    required: '**required**',
    field: 'Name',
    type: 'Type',
    meaning: 'Meaning',
  },
  fr: {
    index: `# Référence de l’API

Toutes les opérations de l’API, avec des exemples en curl, Node.js, PHP et Python. L’adresse de votre Paygate est dans
\`PAYGATE_BASE_URL\` ; vos clés se trouvent dans le tableau de bord, sous **Réglages**, **Clés d’API**. Les requêtes et les réponses sont en JSON (UTF-8), et
les [erreurs](/docs/errors) sont des documents « problem ».

- [Document OpenAPI](/openapi.json) : OpenAPI 3.1, pour les générateurs de clients.
- [Collection Postman](/docs/assets/postman.json) : importez-la et renseignez ses variables.
- [Toutes les étapes du client en HTTP](/docs/guides/http-api) : un paiement sans bibliothèque.`,
    credential: 'Authentification :',
    credentials: {
      secretKey: 'clé secrète (`Authorization: Bearer sk_…`)',
      publishableKey: 'clé publique (`x-api-key: pk_…`)',
      sessionToken: 'jeton de session du paiement (`x-session-token`)',
      otpToken: 'jeton du code à usage unique (`Authorization`)',
      otpTokenBeside: 'jeton du code à usage unique (`x-otp-token`)',
      userToken: 'jeton du client connecté (`Authorization`)',
      dashboardSession: 'session du tableau de bord (`Authorization: Bearer dsh_…`)',
      dashboardCookie: 'cookie du tableau de bord (`__Host-paygate_dashboard`)',
    },
    anyone: 'Aucune authentification.',
    and: 'et',
    or: ' ; ou',
    scopeIs: 'Une clé restreinte doit avoir le droit',
    scopesAre: 'Une clé restreinte doit avoir les droits',
    sample: 'Requête',
    with: 'Avec',
    variables: 'Les noms en majuscules sont des [variables d’environnement](/docs/api#variables-denvironnement).',
    parameters: 'Paramètres',
    places: { path: 'dans le chemin', query: 'dans la requête', header: 'en-tête' },
    body: 'Corps',
    bodyIsOptional: 'Le corps peut être omis.',
    answer: 'Réponse',
    errors: 'Erreurs',
    commonErrors: 'les erreurs que [toute requête](/docs/errors) peut recevoir.',
    required: '**obligatoire**',
    field: 'Nom',
    type: 'Type',
    meaning: 'Signification',
  },
};
