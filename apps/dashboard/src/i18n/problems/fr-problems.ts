import type { ApiWords } from '../api-words.js';

/** French texts for refusals, with their figures. */
export const frProblems: Pick<ApiWords['problem'], 'codes' | 'rules'> = {
  codes: {
    credentials_invalid: 'L’adresse e-mail ou le mot de passe est incorrect.',
    rate_limited: ({ retryAfter }) =>
      retryAfter === undefined
        ? 'Trop de requêtes. Patientez un moment.'
        : `Trop de requêtes. Réessayez dans ${retryAfter}.`,
    login_throttled: ({ retryAfter }) =>
      retryAfter === undefined
        ? 'Trop de tentatives. Patientez un moment.'
        : `Trop de tentatives. Réessayez dans ${retryAfter}.`,
    scope_missing: ({ scope }) =>
      scope === undefined
        ? 'Votre rôle ne le permet pas.'
        : `Votre rôle ne le permet pas. Il faudrait le droit : ${scope}.`,
    merchant_inactive: 'Ce compte n’est pas actif dans ce mode.',
    parameter_invalid: 'Cette saisie n’a pas la forme attendue.',
    parameter_missing: 'Remplissez ce champ.',
    mail_token_invalid: 'Le code est incorrect, déjà utilisé ou expiré.',
    second_factor_invalid: 'Le code est incorrect, ou a déjà servi.',
    password_weak: 'Le mot de passe est trop facile à deviner.',
    token_invalid: 'Votre session est terminée. Reconnectez-vous.',
    intent_not_found: 'Ce paiement n’existe pas dans ce compte et ce mode.',
    event_not_found: 'Cet événement n’existe pas dans ce compte et ce mode.',
    delivery_not_found: 'Cette livraison n’existe pas dans ce compte et ce mode.',
    webhook_endpoint_not_found: 'Ce point de réception n’existe pas dans ce compte et ce mode.',
    webhook_url_invalid: 'L’URL ne peut pas recevoir de livraisons.',
    intent_unexpected_state: ({ currentStatus }) =>
      `L’état du paiement a changé${currentStatus === undefined ? '' : ` (${currentStatus})`} : ce n’est plus possible.`,
    refund_exceeds_charge: ({ refundable = '' }) =>
      `Le montant dépasse ce qui reste à rembourser${refundable === '' ? '' : ` : ${refundable}`}.`,
    refund_limit_reached: ({ limit, used = '…', max, usedAmount = '…', renewsAt }) => {
      const until = renewsAt === undefined ? 'Attendez demain' : `Attendez le ${renewsAt}`;
      if (max !== undefined)
        return `Le compte permet ${max} de remboursements au total aujourd’hui, et ${usedAmount} ont été remboursés. ${until}, ou demandez à un propriétaire.`;
      if (limit === undefined) return 'Vous avez atteint votre limite de remboursements pour aujourd’hui.';
      if (limit === '0')
        return 'Rien ne peut être remboursé ici (limite : 0 par jour). Demandez à un propriétaire, qui peut changer cela dans les réglages.';
      return `Tous les remboursements permis aujourd’hui sont faits : ${used} sur ${limit}. ${until}, ou demandez à un propriétaire.`;
    },
    refund_period_over: 'Le paiement est trop ancien pour un remboursement.',
    refund_unsupported: 'Le moyen de paiement utilisé ne permet pas de remboursement.',
    balance_insufficient: ({ available = '', pending = '', owed = '', missing = '' }) =>
      available === ''
        ? 'Votre solde ne couvre pas le montant.'
        : `Votre solde ne couvre pas le montant : il manque ${missing}. Disponible : ${available}, en attente : ${pending}${owed === '' ? '' : `, dû : ${owed}`}.`,
    payout_not_found: 'Ce versement n’existe pas dans ce compte et ce mode.',
    payout_destination_not_found: 'Ce téléphone n’existe pas dans ce compte et ce mode.',
    payout_destination_not_usable: ({ currentStatus = '', usableAt }) =>
      usableAt === undefined
        ? `Aucun argent ne peut partir vers ce téléphone${currentStatus === '' ? '' : ` : ${currentStatus}`}.`
        : `Aucun argent ne peut partir vers ce téléphone avant le ${usableAt} (${currentStatus}).`,
    till_not_found: 'Cette caisse n’existe pas dans ce compte.',
    till_revoked: 'Cette caisse est révoquée. Choisissez-en une autre.',
    till_limit_reached: ({ limit = '…' }) =>
      `Le compte a ses ${limit} caisses, le nombre maximal. Révoquez-en une d’abord.`,
    payout_destination_limit_reached: ({ limit = '…' }) =>
      `Le compte a ses ${limit} téléphones, le nombre maximal. Révoquez-en un d’abord.`,
    payout_unexpected_state: ({ currentStatus }) =>
      `Le versement a déjà été envoyé${currentStatus === undefined ? '' : ` (${currentStatus})`}.`,
    payout_unsupported: 'Les versements par cet opérateur ne sont pas possibles.',
    payout_limit_reached: ({ limit, max }) =>
      limit === undefined || max === undefined
        ? 'Le compte a atteint sa limite de versements pour aujourd’hui.'
        : `Le compte a atteint sa limite pour aujourd’hui : ${limit} versements et ${max} par jour.`,
    payout_batch_not_found: 'Cette liste n’existe pas dans ce compte et ce mode.',
    payout_batch_unexpected_state: ({ currentStatus }) =>
      `Ce n’est pas possible dans l’état actuel de la liste${currentStatus === undefined ? '' : ` (${currentStatus})`}.`,
    payout_batch_faulty: 'Des lignes de la liste ne peuvent pas être payées. Regardez ses lignes.',
    payout_batch_changed: 'La liste n’est pas celle que vous avez vue. Ouvrez-la de nouveau.',
    payout_batch_repeated: 'La liste répète une autre. Ouvrez-la de nouveau, et confirmez-le.',
    payout_batch_limit_reached: ({ limit, max }) =>
      limit === undefined
        ? 'Le compte a atteint sa limite de listes.'
        : `Le compte a atteint sa limite de listes : ${limit}${max === undefined ? '' : `, ${max} au total`}.`,
    second_person_required: 'Un autre membre du compte doit approuver.',
    owner_lookup_limit_reached: ({ limit = '…', retryAfter }) =>
      `Le compte ne peut pas demander le nom de plus de ${limit} titulaires par jour${retryAfter === undefined ? '' : ` ; réessayez dans ${retryAfter}`}.`,
    operator_unknown: 'Ce n’est pas un numéro MTN ou Orange.',
    amount_invalid: 'Le montant n’est pas valide.',
    last_owner: 'Un compte doit garder au moins un propriétaire.',
    owner_required: 'Seul un propriétaire peut le faire.',
    api_key_missing: 'Votre session est terminée. Reconnectez-vous.',
    token_missing: 'Votre session est terminée. Reconnectez-vous.',
    phone_invalid: 'Ce n’est pas un numéro de téléphone.',
    amount_too_small: ({ min, max }) =>
      min === undefined || max === undefined
        ? 'Le montant est inférieur au minimum.'
        : `Le montant est trop petit : de ${min} à ${max}.`,
    amount_too_large: ({ min, max }) =>
      min === undefined || max === undefined
        ? 'Le montant dépasse le maximum.'
        : `Le montant est trop grand : de ${min} à ${max}.`,
    currency_unsupported: 'Cette devise n’est pas prise en charge.',
    cursor_invalid: 'Cette page de la liste n’existe plus. Revenez à la première page.',
    merchant_not_found: 'Ce compte n’existe pas.',
    member_not_found: 'Cette personne n’est plus membre.',
    member_exists: 'Cette personne est déjà membre.',
    member_joined: 'Cette personne a déjà rejoint le compte.',
    member_limit_reached: 'Le compte a atteint son nombre maximal de membres.',
    api_key_not_found: 'Cette clé n’existe pas dans ce compte et ce mode.',
    api_key_inactive: 'Cette clé n’est plus valide.',
    api_key_limit_reached: 'Le compte a atteint son nombre maximal de clés. Révoquez-en une d’abord.',
    payment_link_not_found: 'Ce lien de paiement n’existe pas dans ce compte et ce mode.',
    payment_link_inactive: 'Le lien de paiement est désactivé.',
    payment_link_used_up: 'Le lien de paiement a atteint son nombre maximal d’utilisations.',
    payment_link_expired: 'Le lien de paiement a expiré.',
    session_not_found: 'Cette session est déjà terminée.',
    merchant_name_locked: 'Seul l’exploitant de votre Paygate peut changer le nom d’un compte en mode réel.',
    endpoint_limit_reached: 'Le compte a atteint son nombre maximal de points de réception.',
    webhook_secret_limit_reached:
      'Le point de réception a atteint son nombre maximal de secrets. Attendez qu’un ancien expire.',
    event_body_expired: 'L’événement n’est plus conservé.',
    recovery_in_progress: 'Un envoi des événements manqués est déjà en cours.',
    second_factor_enabled: 'Le second facteur est déjà activé.',
    second_factor_missing: 'Aucun second facteur n’est activé.',
    second_factor_required: 'Un code du second facteur est nécessaire.',
    idempotency_key_in_use: ({ retryAfter }) =>
      `La même demande est en cours. ${retryAfter === undefined ? 'Patientez un moment' : `Réessayez dans ${retryAfter}`}.`,
    quota_spent: ({ intentsLeft, bytesLeft, renewsAt, retryAfter }) =>
      renewsAt === undefined
        ? 'Le compte a atteint la limite de données de test du jour.'
        : `Limite de données de test du jour : il reste ${intentsLeft ?? ''} paiements et ${bytesLeft ?? ''}. Elle se renouvelle le ${renewsAt}, dans ${retryAfter ?? ''}.`,
    route_not_found: 'Cette page n’existe pas.',
    body_too_large: 'C’est trop volumineux.',
    metadata_invalid: 'Les métadonnées ne sont pas valides.',
    parameter_unknown: 'La requête contient un élément inconnu.',
    internal_error: 'Une erreur s’est produite dans Paygate.',
    service_unavailable: ({ retryAfter }) =>
      `Paygate ne peut pas le faire pour l’instant. Réessayez${retryAfter === undefined ? '' : ` dans ${retryAfter}`}.`,
    upstream_timeout: 'Paygate n’a pas répondu à temps. C’est peut-être fait : vérifiez avant de réessayer.',
  },
  rules: [
    [/\bis required\b/, 'Remplissez ce champ.'],
    [/must have 1 to (\d+) characters$/, (most) => `Écrivez de 1 à ${most} caractères.`],
    [/must have 0 to (\d+) characters$/, (most) => `Écrivez au plus ${most} caractères.`],
    [/must have (\d+) to (\d+) characters$/, (least, most) => `Écrivez de ${least} à ${most} caractères.`],
    [/must have at least (\d+) characters$/, (least) => `Écrivez au moins ${least} caractères.`],
    [/must have (\d+) to (\d+) elements$/, (least, most) => `Choisissez-en de ${least} à ${most}.`],
    [/must have at least (\d+) elements$/, (least) => `Choisissez-en au moins ${least}.`],
    [/must have at most (\d+) elements$/, (most) => `Choisissez-en au plus ${most}.`],
    [/must be at least (\d+)$/, (least) => `Le plus petit nombre possible est ${least}.`],
    [/must be at most (\d+)$/, (most) => `Le plus grand nombre possible est ${most}.`],
    [/must be an integer$/, 'Écrivez un nombre entier.'],
    [/must be one of (.+)$/, (values) => `Valeurs possibles : ${values}.`],
    [/must be an e-mail address$/, 'Ce n’est pas une adresse e-mail.'],
    [
      /must be an? (?:https )?URL\b/,
      'Écrivez une adresse qui commence par https://, sans nom d’utilisateur ni mot de passe.',
    ],
    [/must be an origin\b/, 'Écrivez une origine comme https://boutique.example.'],
    [/must be one line of visible characters, without a web address$/, 'Écrivez une seule ligne, sans adresse web.'],
    [/must be one line of visible characters$/, 'Écrivez une seule ligne de caractères visibles.'],
    [/must be an ISO 8601 date and time$|must be a day that exists$/, 'Ce n’est pas une date.'],
    [/must be a phone number\b/, 'Ce n’est pas un numéro de téléphone.'],
    [/must be a code of digits$/, 'Le code n’a que des chiffres.'],
    [/must be a string of 1 to 12 digits\b/, 'Écrivez un montant de 1 à 12 chiffres.'],
    [/must be in the future\.?$/, 'Choisissez un moment à venir.'],
    [/maxAmount must not be less than minAmount\.?$/, 'Le plus grand montant est inférieur au plus petit.'],
    [
      /maxUses must not be less than the number of payments\b/,
      'Il y a plus de paiements en cours ou réussis que cela.',
    ],
    [
      /referencePattern must contain \{n\} unless maxUses is 1\.?$/,
      'Avec plusieurs utilisations, la référence a besoin de {n}, le numéro du paiement.',
    ],
    [/No type of event matches (.+?)\.?$/, (type) => `Aucun type d’événement ne correspond à ${type}.`],
    [/^The span begins after its end\b/, 'La période commence après sa fin.'],
  ],
};
