import type { enTill } from './en-till.js';

/** French texts of the till. */
export const frTill: typeof enTill = {
  till: {
    menu: 'Caisse',
    title: 'Demander un paiement',
    amount: 'Montant en FCFA',
    phone: 'Numéro du client',
    ask: 'Envoyer la demande',
    missing: 'Remplissez ce champ.',
    left: (amount, phone) =>
      `On ne sait pas ici ce que sont devenus les ${amount} demandés au ${phone}. Regardez sous Paiements avant de redemander.`,
    off: 'Ce compte n’envoie pas de demande aux téléphones. Un propriétaire l’active dans les réglages, sous Paiements.',
    payments: 'Paiements',
    full: 'Plein écran',
    word: 'Mot du jour',
    waiting: 'En attente du code secret du client…',
    behind: 'Aucune nouvelle de Paygate. Attendez : ce n’est pas payé.',
    offline: 'Pas de connexion. Attendez : ce n’est pas payé.',
    prompt: (name) => `Le téléphone du client affiche : ${name}`,
    dial: (code) => `Aucune demande sur le téléphone ? Composer ${code}`,
    paid: 'Payé',
    failed: 'Non payé',
    at: 'Payé à',
    number: 'Numéro de l’opérateur',
    leave: 'Ne plus attendre',
    next: 'Client suivant',
  },
};
