const wait = 'Attendez le nombre de secondes indiqué par `Retry-After`.';
const receiptOnPage = 'Montrez au client le reçu sur la page de paiement, à l’adresse `checkoutUrl`.';

/** Errors of payments, refunds, links and codes, in French. */
export const frenchPaymentErrors: Readonly<Record<string, readonly [string, string]>> = {
  amount_invalid: [
    'Le montant n’a pas la bonne forme',
    'Envoyez une chaîne de chiffres dans la plus petite unité de la devise, sans signe, séparateur, exposant ni zéro initial. Le franc CFA n’a pas de subdivision : "5000" vaut 5 000 FCFA.',
  ],
  amount_too_small: ['Le montant est inférieur au minimum', '`min` est le plus petit montant dans cette devise.'],
  amount_too_large: ['Le montant est supérieur au maximum', '`max` est le plus grand montant dans cette devise.'],
  currency_unsupported: [
    'La devise n’est pas prise en charge',
    'Utilisez une devise que ce Paygate accepte : `detail` les nomme. Un compte d’un pays qui n’est plus proposé y encaisse aussi.',
  ],
  metadata_invalid: [
    'Les métadonnées ne sont pas valides',
    'Envoyez un objet JSON de 16 Kio, 50 clés au premier niveau et 8 niveaux au plus, sans clé en double.',
  ],
  operator_unknown: [
    'L’opérateur de mobile money est inconnu',
    'Nommez un opérateur que contient la référence de l’API, ou le numéro d’un de ses clients. Sans `operator`, l’opérateur est déduit du numéro.',
  ],
  channel_unsupported: [
    'Le canal d’envoi n’est pas pris en charge',
    'Utilisez un canal que nomme la référence de l’API.',
  ],
  channel_unavailable: [
    'Le client n’a pas d’adresse pour ce canal',
    'Utilisez l’autre canal : le client connecté n’a pas d’adresse enregistrée pour ce canal-ci. Rien n’a été envoyé.',
  ],
  otp_invalid: [
    'Le code à usage unique n’est pas valide',
    'Demandez au client de saisir le code de nouveau, ou envoyez-en un autre. Un code incorrect, expiré ou déjà utilisé et un client inconnu reçoivent la même réponse.',
  ],
  otp_token_used: [
    'Le jeton d’autorisation a déjà servi',
    'Un jeton vaut pour le débit d’une seule intention. Pour une autre intention, envoyez et vérifiez un nouveau code.',
  ],
  otp_cooldown: [
    'Un code vient d’être envoyé',
    'Attendez le nombre de secondes indiqué par `Retry-After` avant de redemander le code.',
  ],
  otp_budget_spent: ['Trop de codes ont été demandés ou essayés', wait],
  prompt_limit_reached: [
    'Ce téléphone a reçu trop de demandes de paiement',
    'Attendez le nombre de secondes indiqué par `Retry-After`, ou proposez un autre moyen de paiement. Le jeton d’un débit n’a pas été utilisé. Pour une demande (`POST /till/charges`), `detail` dit quelle limite est atteinte ; elle prend fin avec la journée (Africa/Douala).',
  ],
  phone_ask_not_allowed: [
    'Ce compte n’envoie pas de demande de paiement aux téléphones',
    'Demandez à un propriétaire d’activer `phoneAsks` dans les réglages du compte. D’ici là, les clients paient par un lien, un code QR ou un code.',
  ],
  guest_not_allowed: [
    'Ce paiement demande un compte',
    'Demandez au client de se connecter, ou créez un paiement sans `userId`. `detail` dit quelle limite est atteinte ; quand trois numéros ont été essayés pour un paiement, un autre numéro n’y change rien.',
  ],
  payer_phone_not_allowed: [
    'Les clients de ce marchand paient depuis leur propre téléphone',
    'Omettez `paymentMethod.phoneNumber` : le client paie depuis le téléphone de son compte.',
  ],
  payment_method_unavailable: [
    'Le moyen de paiement n’est pas disponible',
    'Proposez un autre moyen de paiement. Le jeton n’a pas été utilisé : le client n’a pas besoin d’un nouveau code.',
  ],
  reauthentication_required: [
    'Le client doit se reconnecter',
    'Demandez au client de se connecter, puis répétez la requête avec le nouveau jeton.',
  ],
  intent_not_found: [
    'Cette intention de paiement n’existe pas',
    'Vérifiez l’identifiant, et que la clé appartient au marchand et au mode de l’intention.',
  ],
  intent_unexpected_state: [
    'L’intention de paiement n’est pas dans l’état attendu',
    '`currentStatus` est l’état de l’intention. Relisez-la avant de continuer.',
  ],
  intent_already_charged: [
    'L’intention de paiement a déjà été débitée',
    'Une intention ne se débite qu’une fois. Pour un autre paiement, créez une autre intention.',
  ],
  intent_expired: ['L’intention de paiement a expiré', 'Créez une nouvelle intention et recommencez le paiement.'],
  reference_exists: [
    'La référence est déjà utilisée',
    'Une intention ouverte ou payée a cette référence. Utilisez cette intention, ou une autre référence.',
  ],
  payment_link_not_found: [
    'Ce lien de paiement n’existe pas',
    'Vérifiez l’identifiant, et que la clé appartient au marchand et au mode du lien.',
  ],
  till_not_found: [
    'Cette caisse n’existe pas',
    'Vérifiez l’identifiant, et que la caisse est de votre compte : `GET /tills` en donne la liste.',
  ],
  till_revoked: [
    'La caisse ne prend plus de paiement',
    'Un propriétaire ou un administrateur a révoqué la caisse pour toujours. Choisissez-en une autre dans `GET /tills`, ou créez-en une.',
  ],
  till_limit_reached: [
    'Le compte a atteint son nombre maximal de caisses',
    'Révoquez une caisse dont vous ne vous servez plus. Avec `limit` égal à 500, le compte a créé autant de caisses qu’il le peut, celles révoquées comprises.',
  ],
  payment_link_inactive: [
    'Le lien de paiement n’est pas actif',
    'Le marchand a désactivé le lien. Avec `active: true`, il peut de nouveau être payé.',
  ],
  payment_link_used_up: [
    'Le lien de paiement a atteint son nombre maximal d’utilisations',
    'Les paiements ouverts ou réussis du lien ont atteint `maxUses`. Un paiement expiré, échoué ou annulé rend son utilisation.',
  ],
  payment_link_expired: [
    'Le lien de paiement a expiré',
    'Créez un autre lien : les conditions d’un lien ne changent jamais.',
  ],
  receipt_limit_reached: ['Le paiement a atteint son nombre maximal de reçus', receiptOnPage],
  receipt_period_over: ['Le paiement est trop ancien pour un reçu', receiptOnPage],
  top_up_not_found: [
    'Cette recharge n’existe pas',
    'Vérifiez l’identifiant, et que le jeton est celui du client qui a demandé la recharge.',
  ],
  wallet_frozen: [
    'Le portefeuille est gelé',
    'L’équipe de votre Paygate a gelé le portefeuille : il se lit et reçoit des remboursements, et rien ne le remplit ni n’en sort. Le client s’adresse à l’équipe.',
  ],
  withdrawal_expired: [
    'Ce retrait ne peut plus être confirmé',
    'Demandez un nouveau retrait, avec sa propre clé, et montrez ses frais : un code confirme un retrait en une heure au plus, aux frais et par l’opérateur qui ont été montrés.',
  ],
  withdrawal_not_found: [
    'Ce retrait n’existe pas',
    'Vérifiez l’identifiant, et que le jeton est celui du client qui a demandé le retrait.',
  ],
  payout_not_found: [
    'Ce versement n’existe pas',
    'Vérifiez l’identifiant, et que la clé appartient au marchand et au mode du versement.',
  ],
  payout_destination_not_found: [
    'Cette destination de versement n’existe pas',
    'Vérifiez l’identifiant, et que la destination appartient au compte et au mode. Un propriétaire enregistre les destinations dans le tableau de bord.',
  ],
  payout_unexpected_state: [
    'Le versement est dans un autre état',
    'Seul un versement PENDING, dont rien n’a été envoyé à l’opérateur, peut être annulé. `currentStatus` est son état.',
  ],
  payout_unsupported: [
    'Rien ne peut être versé par cet opérateur',
    'Enregistrez un numéro d’un opérateur par lequel ce Paygate verse. `detail` nomme l’opérateur refusé.',
  ],
  payout_limit_reached: [
    'La limite de versements du jour est atteinte',
    'Attendez demain, à l’heure de Douala. `limit` est le plus grand nombre de versements d’une journée, et `max` leur plus grande somme. Les versements qui ont échoué ou qui ont été annulés ont leur propre limite, que `detail` nomme alors.',
  ],
  payout_destination_not_usable: [
    'Aucun argent ne peut partir vers cette destination pour le moment',
    'Ou bien la destination a été enregistrée il y a moins de 48 heures, et `usableAt` est l’instant à partir duquel elle peut recevoir de l’argent ; ou bien elle a été révoquée. Choisissez-en une autre.',
  ],
  payout_destination_limit_reached: [
    'Le compte a atteint son nombre maximal de destinations',
    'Révoquez une destination dont vous ne vous servez plus.',
  ],
  payout_batch_not_found: [
    'Ce lot de versements n’existe pas',
    'Vérifiez l’identifiant, et que la clé appartient au marchand et au mode du lot.',
  ],
  payout_batch_unexpected_state: [
    'Le lot de versements n’est pas dans l’état attendu',
    '`currentStatus` est son état. On ajoute des lignes à un lot DRAFT, on approuve un lot READY, et on suspend, reprend ou annule un lot approuvé.',
  ],
  payout_batch_faulty: [
    'Des lignes du lot ne peuvent pas être payées',
    'Listez les lignes : chacune indique ses `faults`. Remplacez ces lignes, qui gardent leurs numéros, et scellez le lot de nouveau.',
  ],
  payout_batch_changed: [
    'Le lot n’est pas celui qui a été approuvé',
    'Relisez le lot, et approuvez les valeurs `hash`, `rowCount` et `total` qu’il a.',
  ],
  payout_batch_repeated: [
    'Le lot en répète un autre',
    'Assurez-vous que les destinataires doivent être payés de nouveau. Si oui, envoyez avec l’approbation la valeur `repeats` du lot.',
  ],
  payout_batch_limit_reached: [
    'La limite de lots de versements est atteinte',
    'Divisez le lot, ou attendez demain, à l’heure de Douala. `limit` est le plus grand nombre, de lignes ou de lots en attente, et `max` la plus grande somme d’un lot ou d’une journée, comme l’indique `detail`.',
  ],
  second_person_required: [
    'Un autre membre du compte doit le faire',
    'Demandez à un autre propriétaire ou administrateur du compte : deux membres doivent répondre d’un grand lot de versements. Celui qui l’a préparé compte pour l’un d’eux, une clé ne compte pas.',
  ],
  owner_lookup_limit_reached: [
    'La limite de questions sur les titulaires de numéros est atteinte',
    'Attendez demain : un compte peut demander le titulaire d’un numéro 20 fois par jour, à l’heure de Douala. Une destination peut être enregistrée sans cette question.',
  ],
  refund_not_found: [
    'Ce remboursement n’existe pas',
    'Vérifiez l’identifiant, et que la clé appartient au marchand et au mode du remboursement.',
  ],
  refund_unsupported: [
    'Le paiement ne peut pas être remboursé comme il a été payé',
    'Rendez l’argent d’une autre façon. `detail` dit pourquoi ce paiement ne peut pas être remboursé.',
  ],
  retry_unavailable: [
    'Le paiement ne peut pas être réessayé ici',
    'Ramenez le client à la boutique, qui crée un autre paiement. `detail` dit pourquoi aucun nouvel essai ne peut commencer : aucun n’est permis, tous ont été utilisés, il reste trop peu de temps, ou une personne a décidé du résultat.',
  ],
  refund_period_over: ['Le paiement est trop ancien pour un remboursement', 'Rendez l’argent d’une autre façon.'],
  refund_exceeds_charge: [
    'Les remboursements dépasseraient le paiement',
    '`refundable` est ce qui reste du paiement après ses remboursements PENDING ou COMPLETED, et après ce que l’opérateur a repris. Envoyez ce montant ou moins, ou omettez `amount`.',
  ],
  refund_limit_reached: [
    'La limite de remboursements du jour est atteinte',
    'Attendez `renewsAt`, ou adressez-vous à un propriétaire du compte : un propriétaire qui s’est connecté avec un second facteur peut rembourser au-delà de la limite du compte, et la changer. Avec `limit`, il s’agit d’un nombre de remboursements, le réglage `cashierRefundsPerDay` ou celui du compte, et `used` est le nombre déjà fait ; avec `max`, il s’agit d’une somme, et `usedAmount` est ce qui a été remboursé. Un remboursement plus petit peut encore passer.',
  ],
  balance_insufficient: [
    'Le solde ne couvre pas le montant',
    'Un remboursement peut utiliser ce qui est `available` et `pending`, un versement seulement ce qui est `available`. Les frais d’un paiement sont conservés : un seul paiement ne couvre donc pas son remboursement complet. Répétez la requête avec la même `Idempotency-Key` quand d’autres paiements auront apporté ce qui manque (`missing`). Si `owed` n’est pas 0, un opérateur a repris plus que le solde n’avait, et rien n’en sort avant que ce soit comblé.',
  ],
};
