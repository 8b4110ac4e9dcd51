const badKey =
  'Vérifiez que la clé a été copiée en entier et qu’elle appartient à cette installation. Si elle est perdue, créez-en une autre.';
const badParameter = 'Corrigez chaque paramètre que nomme `errors`, puis renvoyez la requête.';
const wait = 'Attendez le nombre de secondes indiqué par `Retry-After`.';

/** Errors of any request, of its keys and tokens, in French. */
export const frenchRequestErrors: Readonly<Record<string, readonly [string, string]>> = {
  parameter_missing: ['Un paramètre obligatoire manque', badParameter],
  parameter_invalid: ['Un paramètre n’a pas la bonne forme', badParameter],
  parameter_unknown: [
    'Un paramètre est inconnu',
    'Retirez le paramètre ou corrigez son nom. Les noms sont en camelCase, et chaque opération a ses propres paramètres.',
  ],
  json_invalid: [
    'Le corps n’est pas du JSON valide',
    'Envoyez un objet JSON en UTF-8, sans clé en double et avec huit niveaux d’imbrication au plus.',
  ],
  request_malformed: [
    'La requête HTTP est mal formée',
    'Envoyez la requête comme la définit la RFC 9110 : un seul en-tête Host, aucun en-tête répété et un chemin comme cible.',
  ],
  key_in_url: [
    'Une clé a été envoyée dans l’URL',
    'N’envoyez les clés et les jetons que dans des en-têtes. Les URL sont écrites dans des journaux : révoquez une clé qui y a figuré.',
  ],
  phone_invalid: [
    'Le numéro de téléphone n’est pas au format international',
    'Écrivez `+`, l’indicatif du pays et le numéro, en chiffres seulement : +237670000001.',
  ],
  cursor_invalid: [
    'Le curseur n’est pas valide pour cette liste',
    'Utilisez `nextCursor` d’une page de cette liste, ou l’identifiant d’un de vos objets du même mode.',
  ],
  version_unknown: [
    'La version de l’API est inconnue',
    'Utilisez une des versions de `knownVersions`, ou omettez l’en-tête.',
  ],
  api_key_missing: [
    'Aucune clé d’API n’a été envoyée',
    'Envoyez la clé dans l’en-tête `x-api-key`. Un serveur peut aussi envoyer sa clé secrète comme jeton Bearer.',
  ],
  api_key_invalid: ['La clé d’API n’est pas valide', badKey],
  api_key_expired: ['La clé d’API a expiré', 'Utilisez la clé qui l’a remplacée.'],
  api_key_revoked: [
    'La clé d’API a été révoquée',
    'Utilisez une autre clé. Une clé révoquée ne fonctionne plus jamais.',
  ],
  api_key_mismatch: [
    'Les clés appartiennent à des comptes ou à des modes différents',
    'Envoyez une seule clé, ou deux clés du même compte et du même mode.',
  ],
  token_missing: [
    'Aucun jeton n’a été envoyé',
    'Envoyez le jeton dans l’en-tête `Authorization: Bearer <jeton>`. Débiter le portefeuille d’un client demande deux jetons, sauf si le réglage `customerSignIn` du marchand en décide autrement : le jeton du client dans cet en-tête, et le jeton du code dans `x-otp-token`. Quand `param` est `authorization`, c’est le jeton du client qui manque.',
  ],
  token_invalid: [
    'Le jeton n’est pas valide',
    'Obtenez un nouveau jeton. Il doit être du genre que nomme `detail`, de ce marchand et de ce mode.',
  ],
  token_expired: ['Le jeton a expiré', 'Obtenez un nouveau jeton.'],
  session_token_invalid: [
    'Le jeton de session n’est pas valide',
    'Envoyez le `sessionToken` de l’intention créée, sans le modifier, dans l’en-tête `x-session-token`.',
  ],
  secret_key_required: [
    'Cette opération demande une clé secrète',
    'Appelez cette opération depuis votre serveur, avec une clé secrète.',
  ],
  secret_key_in_browser: [
    'Une clé secrète a été envoyée par un navigateur',
    'Une clé secrète ne doit jamais arriver dans un navigateur. Révoquez-la, et utilisez-y une clé publique.',
  ],
  scope_missing: [
    'La clé, ou le rôle du membre, n’a pas le droit que demande cette opération',
    'Utilisez une clé qui a ce droit. Un membre a besoin d’un rôle qui l’a.',
  ],
  origin_not_allowed: [
    'L’origine n’est pas autorisée pour cette clé',
    'Ajoutez l’origine de la page à la clé avec `PATCH /api-keys/{id}`, ou videz sa liste d’origines. Un cookie de session n’est accepté que dans les requêtes des pages de l’origine de la passerelle ; un programme envoie le jeton de session comme Bearer.',
  ],
  https_required: ['HTTPS est obligatoire', 'Utilisez https, et révoquez une clé qui a été envoyée en clair.'],
  mode_mismatch: [
    'Les données de test et réelles ne se mélangent pas',
    'Le compte appartient aux deux modes. Une fois qu’il est actif en mode réel, modifiez-le avec une clé réelle, ou avec `x-mode: live` dans une session du tableau de bord. La boîte de test appartient au mode test : lisez-la avec une clé de test.',
  ],
  route_not_found: ['Cette adresse n’existe pas', 'Comparez le chemin avec la référence de l’API.'],
  method_not_allowed: [
    'La méthode n’est pas admise à cette adresse',
    'L’en-tête `Allow` énumère les méthodes de ce chemin.',
  ],
  request_timeout: ['La requête n’est pas arrivée à temps', 'Envoyez toute la requête sans pause.'],
  body_too_large: ['Le corps est trop grand', 'Envoyez 32 Kio au plus.'],
  uri_too_long: ['L’URL est trop longue', 'Raccourcissez l’URL.'],
  media_type_unsupported: [
    'Le type du contenu n’est pas pris en charge',
    'Envoyez application/json en UTF-8, sans compression.',
  ],
  headers_too_large: ['Les en-têtes sont trop grands', 'Envoyez moins de 16 Kio d’en-têtes.'],
  idempotency_key_missing: [
    'L’opération demande une clé d’idempotence',
    'Envoyez l’en-tête `Idempotency-Key`, de préférence un UUID v4 : répétée sans clé, la requête enverrait l’argent deux fois.',
  ],
  idempotency_key_invalid: [
    'La clé d’idempotence n’a pas la bonne forme',
    'Envoyez 1 à 255 caractères ASCII imprimables, de préférence un UUID v4.',
  ],
  idempotency_key_in_use: [
    'Une requête avec cette clé d’idempotence est en cours',
    'La première requête n’est pas terminée. Attendez le nombre de secondes indiqué par `Retry-After`, puis répétez la requête.',
  ],
  idempotency_key_reused: [
    'La clé d’idempotence a servi à une autre requête',
    'Utilisez une nouvelle clé pour chaque nouvelle requête : une clé va avec un seul corps. L’ordre des membres, les espaces, les échappements et null pour un champ absent ne comptent pas ; un tableau dans un autre ordre, `1` et `1.0`, `1` et `"1"`, les majuscules et un null dans les métadonnées comptent.',
  ],
  rate_limited: ['Trop de requêtes', `${wait} Répartissez vos requêtes dans le temps.`],
  quota_spent: [
    'Le compte a atteint la limite de données de test du jour',
    'Attendez `renewsAt`, ou demandez un quota plus élevé à l’exploitant de votre Paygate. D’ici là, plus rien n’est enregistré pour le compte en mode test ; la lecture et la révocation d’une clé restent possibles. `intentsLeft` est le nombre de requêtes qui peuvent encore enregistrer quelque chose aujourd’hui en mode test, `bytesLeft` la taille que leurs corps peuvent encore avoir en tout : l’un des deux vaut 0.',
  ],
  internal_error: [
    'Une erreur interne s’est produite',
    'Répétez la requête avec la même `Idempotency-Key`. Si l’erreur persiste, signalez le `requestId`.',
  ],
  service_unavailable: [
    'Le service n’est pas disponible ; rien n’a été exécuté',
    'Répétez la requête après le nombre de secondes indiqué par `Retry-After`. En cas de surcharge, les requêtes qui commencent un paiement (créer une intention, envoyer un code, payer un lien) reçoivent cette réponse ; les paiements commencés continuent.',
  ],
  upstream_timeout: [
    'Le résultat n’est pas connu',
    'On ne sait pas si la requête a été exécutée. Répétez-la avec la même `Idempotency-Key`. Un débit n’a pas besoin de clé : il est idempotent par intention.',
  ],
};
