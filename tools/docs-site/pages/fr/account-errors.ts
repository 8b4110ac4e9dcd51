const endpointId = 'Vérifiez l’identifiant, et que la clé appartient au marchand et au mode';

/** Errors of accounts, their people, keys and webhooks, in French. */
export const frenchAccountErrors: Readonly<Record<string, readonly [string, string]>> = {
  password_weak: [
    'Le mot de passe est trop facile à deviner',
    'Demandez à la personne un autre mot de passe. Les mots de passe très courants, les répétitions, les suites et le numéro de téléphone sont refusés.',
  ],
  mail_token_invalid: [
    'Le jeton de l’e-mail n’est pas valide',
    'Copiez le jeton entier du dernier e-mail, ou demandez-en un autre. Que le jeton soit incorrect, expiré ou déjà utilisé, la réponse est la même.',
  ],
  webhook_url_invalid: [
    'L’URL du webhook ne peut pas être utilisée',
    'Donnez une URL https dont le nom mène à une adresse publique, sans nom d’utilisateur, mot de passe ni fragment. En mode test, http est admis aussi.',
  ],
  credentials_invalid: [
    'Le numéro de téléphone, l’adresse e-mail ou le mot de passe est incorrect',
    'Demandez à la personne de les saisir de nouveau. Un numéro ou une adresse inconnus et un mot de passe incorrect reçoivent la même réponse.',
  ],
  login_throttled: [
    'Trop de tentatives de connexion',
    'Attendez le nombre de secondes indiqué par `Retry-After` avant la prochaine tentative.',
  ],
  second_factor_required: [
    'Un code du second facteur est demandé',
    'L’adresse et le mot de passe sont bons, et la personne a un second facteur. Demandez-lui un code de l’application, ou un code de secours, et répétez la requête avec `code`.',
  ],
  second_factor_invalid: [
    'Le code du second facteur n’est pas valide',
    'Demandez à la personne le code que l’application affiche maintenant, ou un code de secours. Que le code soit incorrect, ancien ou déjà utilisé, la réponse est la même. Si les codes sont toujours refusés, vérifiez l’heure du téléphone.',
  ],
  second_factor_enabled: [
    'La personne a déjà un second facteur',
    'Pour passer à une autre application, désactivez d’abord le second facteur.',
  ],
  second_factor_missing: [
    'La personne n’a pas de second facteur',
    'Commencez-en un avec `POST /dashboard/second-factor`, et confirmez-le avec un code de l’application.',
  ],
  merchant_inactive: [
    'Le compte marchand n’est pas actif',
    'Le compte n’est pas actif dans le mode de cette clé : il n’a pas encore été activé pour les paiements réels, ou il est suspendu. Contactez l’assistance.',
  ],
  owner_required: [
    'Seul un propriétaire du compte peut faire cela',
    'Adressez-vous à un propriétaire : eux seuls ajoutent, modifient et retirent des propriétaires, et les destinations de versement.',
  ],
  api_key_not_found: [
    'Cette clé d’API n’existe pas',
    'Vérifiez l’identifiant, et que votre clé appartient au même marchand et au même mode.',
  ],
  merchant_not_found: [
    'Ce compte marchand n’existe pas',
    'Envoyez l’identifiant d’un des comptes de la session dans l’en-tête `x-merchant-id`.',
  ],
  session_not_found: [
    'Cette session du tableau de bord n’existe pas',
    'La session est terminée, ou appartient à une autre personne. Listez les sessions.',
  ],
  member_not_found: ['Ce membre n’existe pas', 'Vérifiez l’identifiant, et que le membre appartient à ce compte.'],
  webhook_endpoint_not_found: ['Ce point de réception n’existe pas', `${endpointId} du point de réception.`],
  event_not_found: ['Cet événement n’existe pas', `${endpointId} de l’événement. Les événements sont gardés 90 jours.`],
  delivery_not_found: ['Cette livraison n’existe pas', `${endpointId} de la livraison.`],
  recovery_not_found: [
    'Ce renvoi n’existe pas',
    'Vérifiez les deux identifiants, et que la clé appartient au marchand et au mode du point de réception.',
  ],
  api_key_inactive: [
    'La clé d’API n’est pas active',
    'Une clé renouvelée, révoquée ou expirée ne peut être ni renouvelée ni modifiée. Renouvelez ou modifiez celle qui l’a remplacée.',
  ],
  api_key_limit_reached: [
    'Le compte a atteint son nombre maximal de clés d’API',
    'Révoquez les clés dont vous n’avez plus besoin. Les clés créées en 24 heures ont une limite à part, clés révoquées comprises ; `detail` dit quelle limite est atteinte.',
  ],
  merchant_name_locked: [
    'Seul l’exploitant change le nom d’un compte réel',
    'Ce nom figure dans les messages aux clients. Adressez-vous à l’exploitant de votre Paygate, et modifiez le reste sans `name`.',
  ],
  member_exists: [
    'La personne est déjà membre du compte',
    'Trouvez le membre dans la liste, et changez son rôle ou renvoyez l’invitation.',
  ],
  member_joined: [
    'Le membre a déjà accepté l’invitation',
    'Le membre peut se connecter, ou réinitialiser son mot de passe.',
  ],
  member_limit_reached: [
    'Le compte a atteint son nombre maximal de membres',
    'Retirez les membres qui n’ont plus besoin d’accès.',
  ],
  last_owner: ['Le compte doit garder un propriétaire', 'Faites d’abord d’un autre membre un propriétaire.'],
  endpoint_limit_reached: [
    'Le compte a atteint son nombre maximal de points de réception',
    'Supprimez un point de réception, ou réunissez-en plusieurs : un filtre peut nommer plusieurs types d’événements.',
  ],
  webhook_secret_limit_reached: [
    'Le point de réception a son nombre maximal de secrets',
    'Attendez l’expiration d’un secret, ou renouvelez-le avec un `overlapSeconds` de 0, qui met fin aux précédents.',
  ],
  event_body_expired: [
    'Le corps de l’événement n’est plus gardé',
    'Les corps sont gardés 30 jours. Lisez l’intention de paiement, dont l’événement donne l’identifiant.',
  ],
  recovery_in_progress: [
    'Un renvoi est en cours vers ce point de réception',
    'Attendez qu’il soit terminé avant de commencer le suivant.',
  ],
};
