/** The groups of operations in French: title and description by the English title. */
export const tagTitles: Readonly<Record<string, readonly [string, string]>> = {
  'Payment intents': ['Intentions de paiement', 'Créer, lire, lister et annuler des paiements.'],
  'Payment links': [
    'Liens de paiement',
    'Des adresses par lesquelles toute personne qui les a peut payer, sans site marchand.',
  ],
  Receipts: ['Reçus', 'Ce que le client reçoit après un paiement.'],
  Payouts: [
    'Versements',
    'Les versements du solde vers un téléphone du marchand, et les téléphones qui peuvent les recevoir.',
  ],
  'Batches of payouts': [
    'Paiements par liste',
    'Des versements à plusieurs destinataires, que des membres du compte approuvent ensemble.',
  ],
  Refunds: ['Remboursements', 'L’argent qui retourne à la personne qui a payé.'],
  Balance: ['Solde', 'Ce qui vous est dû, les frais prélevés, et les relevés.'],
  'One-time passwords': [
    'Codes à usage unique',
    'Les codes reçus par SMS ou e-mail, échangés contre le jeton d’un débit.',
  ],
  Charges: ['Débits', 'L’unique tentative d’encaisser le montant d’une intention.'],
  Tills: [
    'Caisses',
    'Les paiements au comptoir : un téléphone reçoit la demande, et le payeur la valide avec le seul code secret de l’opérateur.',
  ],
  Operators: ['Opérateurs', 'Les opérateurs d’argent mobile, et comment ils vont en ce moment.'],
  'Sign-in': ['Connexion des clients', 'Connexion et déconnexion des clients, et clés publiques de leurs jetons.'],
  Wallets: ['Portefeuilles', 'Le portefeuille du client connecté, avec lequel il paie.'],
  Users: ['Comptes des clients', 'L’inscription des clients et leurs mots de passe.'],
  'Webhook endpoints': ['Points de réception', 'Les URL qui reçoivent les événements, leurs secrets et leurs filtres.'],
  Events: ['Événements', 'Ce dont les marchands sont informés, et les livraisons vers leurs points de réception.'],
  Metrics: ['Statistiques', 'Le nombre de paiements par heure et par jour.'],
  Customers: ['Clients', 'Qui a payé le marchand, et combien.'],
  'Test inbox': ['Boîte de test', 'Les messages que les clients du mode test auraient reçus.'],
  'Merchant account': ['Compte marchand', 'Ce que les clients voient du compte, et ses réglages.'],
  'API keys': ['Clés d’API', 'Les clés d’un compte marchand.'],
  'Merchant accounts': ['Ouverture de compte', 'L’inscription des marchands.'],
  'Dashboard sessions': ['Sessions du tableau de bord', 'La connexion des membres d’un compte marchand.'],
  Members: ['Membres', 'Les membres d’un compte marchand et leurs rôles.'],
  'Audit trail': ['Journal d’audit', 'Qui a modifié quoi dans un compte marchand.'],
  'Request log': ['Journal des requêtes', 'Ce que les clés et les membres ont demandé, et la réponse reçue.'],
};
