import type { BalanceWords } from '../api-words.js';
import type { enBalance } from './en-balance.js';

const words: BalanceWords = {
  types: {
    charge: 'Paiement',
    fee: 'Frais',
    refund: 'Remboursement',
    payout: 'Versement',
    reversal: 'Repris par l’opérateur',
    adjustment: 'Correction',
  },
  methods: { wallet: 'Portefeuille', mtn_momo: 'MTN MoMo', orange_money: 'Orange Money' },
};

/** French texts of the balance. */
export const frBalance: typeof enBalance = {
  ...words,
  title: 'Solde',
  lead: 'Ce qui vous est dû, quand cela devient disponible, et les frais prélevés.',
  sections: 'Pages du solde',
  transactions: 'Mouvements',
  day: 'Clôture d’une journée',
  empty: 'Rien n’a encore été payé.',
  available: 'Disponible',
  pending: 'En attente',
  held: 'Retenu pour des remboursements et des versements',
  owed: 'Dû après une reprise : ce qui arrive le comble d’abord',
  upcoming: 'Ce qui devient disponible, et quand',
  comes: (amount, time) => `${amount} le ${time}`,
  noneComes: 'Rien n’est en attente chez MTN ou Orange.',
  statement: 'Relevé',
  statementLead:
    'Un fichier avec le solde d’ouverture, chaque mouvement et le solde de clôture d’un mois, à l’heure de Douala.',
  month: 'Mois',
  download: 'Télécharger le relevé',
  reading: 'Lecture du relevé…',
  ended: (time) => `Le relevé s’arrête le ${time}.`,
  save: 'Enregistrer le fichier',
  noTransactions: 'Aucun mouvement pendant ce mois.',
  type: 'Nature',
  created: 'Quand',
  availableAt: 'Disponible dès',
  method: 'Moyen',
  payment: 'Paiement',
  gross: 'Montant',
  fee: 'Frais',
  net: 'Net',
  fees: 'Frais et arrondi',
  feesText:
    'Les frais sont un pourcentage du montant, arrondi au franc inférieur, plus une part fixe : 2 % de 1 043 font 20. Ils restent dus quand un paiement est remboursé.',
  dayLead:
    'Paiements, remboursements, frais et montants nets d’une journée (heure de Douala), par moyen et par auteur. Un paiement par un lien compte pour l’auteur du lien.',
  ownDay: 'Ma journée',
  ownDayLead:
    'Les paiements par vos liens et les remboursements que vous avez faits en une journée (heure de Douala), par moyen.',
  dayOf: 'Journée',
  show: 'Afficher',
  opening: 'Solde d’ouverture',
  closing: 'Solde de clôture',
  until: 'Jusqu’au',
  count: 'Nombre',
  who: 'Qui',
  total: 'Total de la journée',
  received: 'Encaissé',
  refunded: 'Remboursé',
  payouts: 'Versements et leurs frais',
  balance: 'Solde',
  transaction: 'Mouvement',
  files: { closing: 'cloture', statement: 'releve' },
  csv: 'Enregistrer en CSV',
  xlsx: 'Enregistrer en Excel',
  noDay: 'Rien n’a été comptabilisé ce jour-là.',
};
