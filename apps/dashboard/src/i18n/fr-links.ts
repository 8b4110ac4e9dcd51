import type { enLinks } from './en-links.js';

/** French texts of the pages of payment links. */
export const frLinks: typeof enLinks = {
  links: {
    title: 'Liens de paiement',
    lead: 'Des adresses à partager : chacun peut vous y payer, même si vous n’avez pas de site web.',
    one: 'Lien de paiement',
    empty: 'Il n’y a pas encore de lien.',
    add: 'Créer un lien',
    termsStay:
      'Vous ne pourrez plus changer ces conditions : le payeur paie ce que le lien a montré. Vous pouvez désactiver le lien à tout moment.',
    amount: 'Montant',
    amountHint: 'Un nombre entier. Laissez vide pour que le payeur choisisse le montant.',
    currency: 'Devise',
    description: 'Description',
    descriptionHint: 'Les payeurs la voient.',
    reference: 'Référence de chaque paiement',
    referenceHint: 'Écrivez {n} à la place du numéro du paiement, par exemple facture-{n}.',
    maxUses: 'Utilisations',
    maxUsesHint: 'Nombre maximal de paiements en cours ou réussis.',
    uses: 'Utilisations restantes',
    unlimited: 'Sans limite',
    usesLeft: (left, most) => `${left} sur ${most}`,
    expires: 'Expire',
    returnUrl: 'Page après le paiement',
    created: 'Créé',
    id: 'Identifiant',
    status: 'État',
    statuses: { active: 'Actif', inactive: 'Désactivé', expired: 'Expiré', used_up: 'Épuisé' },
    payments: 'Paiements',
    paymentsOf: (count) => `Paiements par ce lien : ${count}`,
    url: 'Adresse du lien',
    share: 'Partager',
    terms: 'Conditions',
    qrCode: 'Code QR du lien',
    download: 'Télécharger le code QR (SVG)',
    deactivate: 'Désactiver',
    deactivateQuestion:
      'Aucun nouveau paiement ne pourra commencer par ce lien. Les paiements en cours pourront encore être réglés.',
    activate: 'Réactiver',
  },
};
