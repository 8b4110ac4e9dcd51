const ofAnother = (what: string): string =>
  `${what} d’un autre marchand ou de l’autre mode reçoit la même réponse que s’il n’existait pas.`;
const ofAnotherFem = (what: string): string =>
  `${what} d’un autre marchand ou de l’autre mode reçoit la même réponse que si elle n’existait pas.`;
const budget =
  'Les codes pour un numéro sont limités, tous appelants confondus : par une attente entre deux codes (429 `otp_cooldown`), et par un nombre de codes par période (429 `otp_budget_spent`).';

/** The descriptions of operations, in French. An operation that is not here has its English description. */
export const operationDescriptions: Readonly<Record<string, string>> = {
  signIn:
    'Échange un numéro de téléphone et le mot de passe contre un jeton de courte durée. Après des mots de passe incorrects pour ce numéro, après trop de connexions d’une même adresse, et pendant un afflux de connexions, la réponse est 429 `login_throttled` avec `Retry-After`. Des mots de passe incorrects venus d’autres réseaux n’empêchent pas un client de se connecter d’un réseau d’où il s’est déjà connecté.',
  signOut: 'Met fin aussitôt au jeton du client, avant son expiration. Ne prend pas de corps.',
  jwks: 'Les clés publiques qui vérifient les jetons des clients (RFC 7517).',
  createIntent: 'À appeler depuis le serveur du marchand, jamais depuis un navigateur.',
  listIntents:
    'Les intentions d’un mode, les plus récentes d’abord, par pages. Une page parcourt un nombre limité d’intentions : avec des filtres que peu d’intentions satisfont, elle peut être courte ou vide, et `hasMore` reste vrai jusqu’à ce que toutes soient parcourues.',
  searchIntents:
    'Les intentions d’un mode que trouve un texte ou un numéro de téléphone, les plus récentes d’abord, par pages. Tous deux sont dans le corps, car les URL sont écrites dans des journaux. Ne modifie rien.',
  getIntentBySession:
    'Renvoie la vue publique, pour une page qui a le jeton de session. Avec une clé secrète à la place de la clé publique, renvoie l’intention entière.',
  getIntent: ofAnotherFem('Une intention'),
  getIntentTimeline: `Ce qui s’est passé de la création d’une intention aux livraisons de ses événements, dans l’ordre chronologique. Les codes sont gardés 30 jours, les livraisons 90. ${ofAnotherFem('Une intention')}`,
  cancelIntent:
    'Met fin à une intention non débitée : plus personne ne peut la payer. Ne prend pas de corps. Idempotente : une intention annulée le reste.',
  listPaymentLinks: 'Les liens d’un mode, les plus récents d’abord, par pages.',
  createPaymentLink:
    'Crée une adresse par laquelle on peut payer plusieurs fois ; chaque paiement est une intention de paiement à part. Le montant, la devise et la référence d’un lien ne changent jamais : un payeur paie ce que le lien a montré. Un lien peut être désactivé, et son texte, son URL de retour, ses utilisations et sa fin se modifient.',
  getPaymentLink: ofAnother('Un lien'),
  updatePaymentLink:
    'Désactive un lien ou le réactive, et modifie son texte, son URL de retour, ses utilisations et sa fin. Un paramètre absent ne change rien. Les paiements ouverts peuvent encore être payés, et gardent le texte et l’URL d’avant. Un lien expiré n’accepte plus de nouveaux paiements, qu’il soit actif ou non. Chaque modification est inscrite au journal d’audit.',
  getSharedLink: 'Pour qui a l’adresse du lien, sans clé : ce qui est payé, et à qui.',
  payLink:
    'Pour qui a l’adresse du lien, sans clé : crée l’intention de ce paiement, et renvoie sa page de paiement. Le nombre de paiements qui peuvent commencer depuis une même adresse réseau est limité, et aussi le nombre de ceux qui peuvent commencer par un même lien. Le corps peut être omis.',
  sendReceipt:
    'Envoie le reçu d’un paiement COMPLETED à la personne qui l’a payé, ou à l’adresse que le payeur saisit : 3 fois au plus, en 7 jours. La réponse est la même, que cette personne ait ou non un compte ou une adresse e-mail ; sans adresse, rien n’est envoyé.',
  checkReceipt:
    'Pour qui tient un reçu, sans clé : si son paiement est payé ou remboursé, et rien d’autre. Le jeton est dans le corps, car les URL sont écrites dans des journaux. Tout texte qui n’est pas le jeton d’un paiement réussi reçoit une seule et même réponse. Ne modifie rien.',
  createRefund:
    'Rend l’argent d’un paiement réussi à la personne qui a payé, en tout ou en partie, par le même moyen que le paiement ; un paiement peut avoir plusieurs remboursements. Les frais du paiement sont conservés : l’argent vient donc de votre solde ; si le solde est trop bas, le refus dit ce qui manque. Une seconde requête identique crée un nouveau remboursement, sauf si elle a la clé d’idempotence de la première. Sans corps, tout ce qui reste du paiement est remboursé.',
  listIntentRefunds: `Les plus récents d’abord, par pages. ${ofAnotherFem('Une intention')}`,
  listIntentReversals: `Ce que l’opérateur a repris d’un paiement après qu’il a été payé, le plus récent d’abord, par pages. ${ofAnotherFem('Une intention')}`,
  getWallet:
    'Solde, état et limites du portefeuille du client dont c’est le jeton. Un client a un portefeuille par devise et par mode, quels que soient les marchands qu’il paie.',
  createWalletTopUp:
    'Recharge le portefeuille du client dont c’est le jeton, par mobile money : l’opérateur demande le code PIN sur le numéro du client. Le portefeuille a l’argent quand le statut est `COMPLETED` ; lisez-le jusque-là. Une recharge qui ferait dépasser le plafond du portefeuille ne commence pas.',
  getWalletTopUp:
    'Une recharge du client dont c’est le jeton. Celle d’un autre client ou d’un autre mode reçoit la même réponse qu’une recharge inexistante.',
  createWalletWithdrawal:
    'Envoie un code au numéro du client dont c’est le jeton, et dit ce que le retrait coûterait. L’argent ne bouge pas avant que le code ne le confirme.',
  confirmWalletWithdrawal:
    'Prend l’argent du portefeuille et le fait verser par l’opérateur au numéro du client. Un code est comparé cinq fois au plus. Les codes faux, expirés et déjà utilisés reçoivent la même réponse. Un retrait confirmé est rendu tel qu’il est.',
  getWalletWithdrawal:
    'Un retrait du client dont c’est le jeton. Celui d’un autre client ou d’un autre mode reçoit la même réponse qu’un retrait inexistant.',
  listWalletTransactions:
    'Tous les mouvements du portefeuille du client dont c’est le jeton dans une devise, les plus récents d’abord, par pages, avec les marchands payés. La somme de leurs `amount` est le solde.',
  listRefunds: 'Les remboursements d’un mode, les plus récents d’abord, par pages.',
  getRefund: ofAnother('Un remboursement'),
  createPayout:
    'Envoie de l’argent du solde disponible vers une destination qu’un propriétaire a enregistrée. La réponse vient dès que l’argent est réservé ; les événements disent comment le versement s’est terminé. L’argent en attente n’est pas versé. Une seconde requête identique crée un nouveau versement, sauf si elle a la clé d’idempotence de la première.',
  listPayouts: 'Les versements d’un mode, les plus récents d’abord, par pages.',
  getPayout: ofAnother('Un versement'),
  cancelPayout: 'Rend l’argent au solde tant que rien n’a été transmis à l’opérateur. Ne prend pas de corps.',
  getPayoutTransactions:
    'Ce que le versement paie : chaque mouvement du solde depuis le versement terminé précédent, avec le solde avant et après. `opening` et le `net` de toutes les lignes donnent `closing`, et `closing` moins `amount` donne `remaining`.',
  getPayoutFee:
    'Ce qu’un versement coûterait et ce qui arriverait, s’il était demandé maintenant. Sans montant, le calcul porte sur tout ce qui est disponible au-dessus de la réserve, dans la limite d’un versement. Ni les limites du jour, ni le montant disponible, ni l’état de la destination ne sont examinés.',
  createPayoutBatch:
    'Crée un brouillon de 2 000 lignes au plus ; une requête en prend jusqu’à 100. Aucun argent ne part avant que des membres aient approuvé la liste dans le tableau de bord : aucune clé ne le peut.',
  listPayoutBatches: 'Les listes d’un mode, les plus récentes d’abord, par pages.',
  getPayoutBatch: 'Une liste d’un autre marchand ou de l’autre mode reçoit la même réponse qu’une liste inexistante.',
  addPayoutBatchRows:
    'Ajoute des lignes, ou remplace celles des mêmes numéros. L’opérateur et le montant de chaque ligne sont vérifiés ; une ligne qui ne peut pas être payée a des `faults`.',
  listPayoutBatchRows: 'Les lignes dans l’ordre de leurs numéros, par pages, chacune avec l’état de son versement.',
  sealPayoutBatch:
    'Termine le brouillon : ses lignes ne changent plus, et la liste attend son approbation. Refusé tant qu’une ligne a des défauts. Dès lors, les noms des destinataires sont comparés à ceux des opérateurs. Ne prend pas de corps.',
  approvePayoutBatch:
    'Pour les propriétaires et les administrateurs qui ont un second facteur ; un code en est demandé de nouveau, après celui de la connexion. Au-dessus d’une limite de l’installation, deux membres doivent se porter garants de la liste. Avec la dernière approbation, l’argent de toutes les lignes est réservé, ou d’aucune. Les lignes vers des destinataires nouveaux pour le compte partent après 48 heures en mode réel, tout de suite en mode test.',
  pausePayoutBatch: 'Plus aucune ligne ne part. Celles qui sont parties continuent. Ne prend pas de corps.',
  resumePayoutBatch: 'Les lignes d’une liste en pause repartent. Ne prend pas de corps.',
  cancelPayoutBatch:
    'Termine une liste qui n’a pas été approuvée. D’une liste approuvée, les lignes dont rien n’est parti sont annulées, et leur argent est de nouveau disponible. Ne prend pas de corps.',
  getPayoutSchedule: 'Quand le solde disponible est versé automatiquement. `off` tant que rien n’a été réglé.',
  changePayoutSchedule: 'Modifie ce qui est donné et garde le reste.',
  listPayoutDestinations:
    'Les 50 plus récentes, les plus récentes d’abord, y compris celles qui ont été révoquées. Seuls les derniers chiffres de leurs numéros sont montrés. `operators` nomme les opérateurs par lesquels de l’argent peut être versé maintenant.',
  registerPayoutDestination:
    'Réservé aux propriétaires qui ont un second facteur ; un code en est demandé de nouveau, après celui de la connexion. De l’argent peut aller à la destination après 48 heures en mode réel, tout de suite en mode test. Tous les propriétaires en sont avertis par e-mail, si un fournisseur d’e-mails est configuré.',
  revokePayoutDestination:
    'Pour les propriétaires qui ont un second facteur. Plus aucun argent ne va à la destination, sauf ce qui a déjà été envoyé. Les versements qui n’ont pas encore été envoyés échouent.',
  lookUpNumberOwner:
    'Pour les propriétaires qui ont un second facteur. Demande à l’opérateur d’un numéro le nom de son titulaire, 20 fois au plus par jour et par compte. Chaque question figure au journal d’audit. `name` est nul quand l’opérateur ne donne pas de nom.',
  retryIntent:
    'Pour la page d’une intention FAILED : crée une autre intention de la même commande, dont `retryOf` nomme la première, et renvoie sa page de paiement. Seulement pour une intention avec `checkoutRetries` ou d’un lien de paiement, après un refus définitif, et tant qu’il reste au moins 3 minutes à la première intention. Une seule intention d’une commande au plus est ouverte ou réussie : si la requête est répétée, ou envoyée de deux appareils à la fois, elle renvoie cette intention. Ne prend pas de corps.',
  getBalance:
    'Ce qui vous est dû dans chaque devise : disponible maintenant, et en attente. Les paiements par portefeuille sont disponibles aussitôt. L’argent qu’un opérateur a encaissé est disponible à partir du lendemain (Africa/Douala), ou selon ce que l’installation a convenu avec l’opérateur ; en mode test, aussitôt.',
  listBalanceTransactions:
    'Tous les mouvements du solde d’une devise, les plus récents d’abord, par pages. La somme de leurs `net` est le solde.',
  getBalanceStatement:
    'Un fichier CSV d’une devise : une ligne `opening_balance`, chaque mouvement de `from` (inclus) à `to` (exclu) avec le solde qui le suit, le plus ancien d’abord, et une ligne `closing_balance`. Les heures sont celles d’Africa/Douala, comme `2026-11-01T00:00:00.000+01:00`, et le nom du fichier a les jours d’Africa/Douala. Le solde de clôture d’un relevé est le solde d’ouverture du suivant, qui commence où il se termine. Un relevé se termine à `to`. Tant que des mouvements antérieurs peuvent encore s’ajouter, il se termine plus tôt, au dernier instant avant lequel plus rien ne peut s’ajouter : l’en-tête `x-statement-to` et la dernière ligne donnent cette fin. Les lignes sont envoyées au fur et à mesure ; une réponse interrompue n’est pas complète.',
  getBalanceSummary:
    'Les soldes d’ouverture et de clôture d’une période de 32 jours au plus, et ce qui s’est passé entre les deux : paiements, remboursements et frais par moyen de paiement, par auteur et par caisse. Pour la clôture d’une journée, donnez son début et sa fin.',
  getOwnSummary:
    'Les paiements et les remboursements que vous avez faits pendant une période de 32 jours au plus, par moyen de paiement et par caisse, avec leurs frais : ceux du membre dont la session interroge, ou de la clé d’API. Un paiement par un lien compte pour l’auteur du lien. La réponse n’a ni le solde ni les versements, et rien des autres membres : un caissier clôt ainsi sa propre journée.',
  getFee:
    'Ce qu’un paiement de ce montant vous coûterait s’il était débité maintenant. Une fois le paiement débité, les frais figurent sur le paiement et son événement ; ils sont conservés si le paiement est remboursé.',
  initOtp:
    'Envoie un code au téléphone ou à l’adresse e-mail enregistrés ; avec `otpId`, l’envoie de nouveau. Quand les envois ou les essais permis sont épuisés, la réponse est 429 `otp_budget_spent` avec `Retry-After`. Son `nextStep` est `reauthentication_required` si la requête n’avait pas de jeton du client : avec un tel jeton, elle peut réussir aussitôt. 429 `rate_limited` veut dire que cette adresse ou cette clé d’API a envoyé trop de requêtes, tous clients confondus. Un invité n’a pas de compte : avec `phoneNumber` et le jeton de session du paiement, le code va à ce téléphone, et son jeton paie ce paiement par mobile money, depuis ce téléphone seulement. Cela demande le réglage `guestPayments` du marchand et un paiement sans `userId` ; sinon la réponse est 403 `guest_not_allowed`. Au plus 3 téléphones reçoivent des codes pour un paiement, et un téléphone reçoit 5 codes en 10 minutes, y compris ceux des inscriptions et des changements de mot de passe. La réponse est la même, que le téléphone ait ou non un compte.',
  verifyOtp:
    'Échange le code contre un jeton qui autorise un débit. Un code est comparé cinq fois au plus. Si la requête nomme le code par `otpId`, ou envoie le jeton de session de son paiement, aucun autre appelant ne peut épuiser ses essais. Quand les essais permis sont épuisés, la réponse est 429 `otp_budget_spent`, avec le même `nextStep` que pour l’envoi.',
  getTillDay:
    'Le mot du jour (Africa/Douala) du compte dans un mode, que l’écran d’une caisse montre à côté de son horloge : une image d’un autre jour ou d’un autre compte porte un autre mot. Et si le compte envoie des demandes aux téléphones.',
  listTills:
    'Les endroits nommés où le compte prend des paiements, les mêmes dans les deux modes : ceux qui en prennent, puis ceux qui sont révoqués, chaque fois du plus récent au plus ancien.',
  createTill:
    'Crée un endroit nommé où le compte prend des paiements. Si une caisse non révoquée a déjà ce nom, la réponse est celle-là. Un compte a au plus 50 caisses non révoquées, et 500 en tout. Inscrit au journal d’audit.',
  revokeTill:
    'La caisse ne prend plus de paiement, pour toujours. Les paiements qu’elle a commencés peuvent encore être payés, et la gardent. Sans corps. Inscrit au journal d’audit.',
  createTillPayment:
    'Crée au comptoir une intention de paiement que le payeur ouvre avec `checkoutUrl` sur un téléphone : montrez l’adresse comme code QR. Elle expire après un quart d’heure. Aucun téléphone ne reçoit de demande : il n’y faut donc aucun réglage, et les limites de `POST /till/charges` n’y valent pas.',
  askPhone:
    'Crée une intention de paiement et la débite par mobile money : l’opérateur envoie la demande au téléphone, et le payeur la valide avec son seul code secret, sans code reçu. Un propriétaire doit l’avoir activé par le réglage `phoneAsks` ; sinon la réponse est 403 `phone_ask_not_allowed`. Les demandes sont limitées par téléphone, par membre ou clé, par caisse et par compte, pour chaque jour d’Africa/Douala, et un téléphone dont le propriétaire en a refusé deux n’en reçoit plus ce jour-là : la réponse est alors 429 `prompt_limit_reached`, et `detail` nomme la limite. Chaque demande est inscrite au journal d’audit. `ask` donne le nom que montre la demande, et ce que le payeur compose quand aucune n’arrive. Le résultat arrive par webhook et se lit sur l’intention ; avec `Prefer: wait`, il est aussi dans la réponse s’il arrive à temps.',
  listOperators:
    'Les opérateurs d’argent mobile du mode de la clé : leurs devises, préfixes, usages et limites, ce que montre la demande sur le téléphone et ce qu’il faut composer quand aucune n’arrive. Leur état découle des résultats des 5 et 60 dernières minutes de tous les marchands de ce mode, vieux de quelques secondes au plus. Ce qu’un payeur refuse ne compte jamais contre un opérateur.',
  charge:
    'Exécute le paiement avec le jeton du code à usage unique. Débiter le portefeuille d’un client demande aussi le jeton de sa connexion ; le réglage `customerSignIn` du marchand (`wallet`, `always`, `never`) peut l’exiger pour chaque débit ou pour aucun. Si un jeton du client est exigé et manque, la réponse est 401 `token_missing`, avec `param` égal à `authorization`. Idempotente par intention : le même jeton reçoit de nouveau le même débit. Avec `mobile_money`, l’opérateur demande au payeur de valider sur son téléphone ; l’intention porte alors `nextAction.type` `approve_on_phone`. Un téléphone reçoit 3 demandes au plus en 10 minutes. Le résultat arrive par webhook ; avec `Prefer: wait`, il est aussi dans la réponse s’il arrive à temps.',
  listApiKeys:
    'Les plus récentes d’abord, par pages. Le texte des clés publiques y figure, car il n’est pas secret ; celui des autres clés n’est montré qu’une fois, à leur création. Les clés révoquées et expirées y figurent aussi.',
  createApiKey:
    'Une clé restreinte ne crée que des clés restreintes, avec des droits qu’elle a elle-même ; un membre ne crée que des clés dont son rôle a tous les droits ; une clé secrète demande donc un rôle avec `merchant:write`. Une clé qui expire ne crée que des clés qui n’expirent pas plus tard.',
  updateApiKey:
    'Change le nom d’une clé, ou les origines d’une clé publique ; un paramètre absent ou nul laisse la valeur. De nouvelles origines s’appliquent partout en une seconde. Une clé restreinte peut se modifier elle-même, et modifier les clés restreintes dont elle a les droits ; un membre peut modifier une clé que son rôle peut créer. Une clé terminée ne peut pas être modifiée.',
  rotateApiKey:
    'Crée une clé qui remplace celle-ci, avec les mêmes droits et la même expiration. Les deux fonctionnent jusqu’à la fin du recouvrement : aucune requête n’est refusée pendant le renouvellement. Une clé n’a qu’une remplaçante. Le corps peut être omis.',
  revokeApiKey:
    'Met fin à une clé pour toujours : en une seconde, elle est refusée partout. Une clé restreinte peut se révoquer elle-même, et révoquer les clés restreintes dont elle a les droits ; un membre qui gère les clés peut révoquer toute clé. Ce qu’elle a fait prend fin avec elle, sauf ce que nomme `keep` : les clés qu’elle a créées ou renouvelées, et ce que celles-ci ont fait, sont révoquées ; les points de réception qu’elle a créés sont supprimés, ceux qu’elle a modifiés ou dont elle a renouvelé le secret sont mis en pause, et ce secret ne signe plus ; les liens de paiement sont désactivés, et un calendrier de versements qu’elle a réglé est arrêté. L’expiration et le renouvellement d’une clé ne mettent fin à rien d’autre. Une clé qui se révoque elle-même ne garde rien. Une nouvelle révocation met fin à ce qui reste, 10 000 actes au plus à la fois. Le corps peut être omis. Idempotente.',
  readKeyWork:
    'Ce qui reste de ce que la clé, et les clés qu’elle a créées, ont créé ou modifié : ce à quoi une révocation met fin, sauf si c’est gardé.',
  getMerchant: 'Ce que les clients voient du compte, et ses réglages. Ils sont les mêmes dans les deux modes.',
  updateMerchant:
    'Change ce que les clients voient du compte, et ses réglages ; un paramètre absent ou nul laisse la valeur. Les deux modes partagent un même compte : une fois actif en mode réel, seule une clé réelle, ou une session du tableau de bord avec `x-mode: live`, le change. En mode réel, seul un propriétaire qui présente un code du second facteur assouplit ce qui protège l’argent : `customerSignIn`, `otherPhones`, `guestPayments`, `phoneAsks`, `cashierRefundsPerDay` et `refundsPerDay`. Chaque changement est inscrit au journal d’audit, et les propriétaires sont avertis de réglages assouplis et d’un autre contact.',
  getLiveRequest: 'Dit si le mode réel est actif ou demandé. La réponse est la même dans les deux modes.',
  requestLive:
    'Demande à l’exploitant d’activer le mode réel. Un compte a une seule demande ouverte : envoyée de nouveau, elle remplace le texte. Si le mode réel est déjà actif, rien ne change. Chaque changement est inscrit au journal d’audit.',
  withdrawLiveRequest:
    'Retire une demande ouverte. Une demande décidée entre-temps n’est pas retirée, et la réponse la montre.',
  registerUser: `Envoie un code au téléphone. Le numéro est inscrit quand le code est vérifié. La réponse ne révèle pas si le numéro est déjà inscrit : son propriétaire reçoit alors un message sans code. Pour un autre code, inscrivez de nouveau. ${budget}`,
  confirmRegistration:
    'Crée le client dont le numéro est confirmé par le code. Le client se connecte ensuite. Un code est comparé cinq fois au plus. Que le code soit incorrect, expiré ou déjà utilisé, la réponse est la même.',
  beginPasswordReset: `Envoie un code au téléphone enregistré. La réponse ne révèle pas si le numéro est inscrit. ${budget}`,
  resetPassword:
    'Change le mot de passe. Les jetons du client prennent fin aussitôt, et une attente après des mots de passe incorrects aussi. Un code est comparé cinq fois au plus. Que le code soit incorrect, expiré ou déjà utilisé, la réponse est la même.',
  listWebhookEndpoints: 'Tous les points de réception du mode, les plus récents d’abord, sans ceux qui sont supprimés.',
  createWebhookEndpoint:
    'Dès lors, les événements qui répondent au filtre du point de réception lui sont livrés, chacun signé avec son secret. Un compte a 16 points de réception au plus dans chaque mode, et en crée 200 au plus en 24 heures, y compris ceux qui sont supprimés ; au-delà, la réponse est `rate_limited`, et `Retry-After` dit quand un autre peut être créé.',
  getWebhookEndpoint: ofAnother('Un point de réception'),
  updateWebhookEndpoint: 'Un paramètre absent ou nul laisse la valeur.',
  deleteWebhookEndpoint:
    'Plus rien n’y est envoyé, et ses secrets prennent fin. Ses livraisons restent lisibles. Pour garder ce qu’il recevrait, suspendez-le plutôt.',
  rotateWebhookSecret:
    'Crée un nouveau secret. Jusqu’à la fin du recouvrement, les livraisons portent une signature de chaque secret actif, trois au plus : aucune vérification n’échoue pendant le renouvellement. Le corps peut être omis.',
  testWebhookEndpoint:
    'Envoie `endpoint.ping` une fois, quel que soit l’état du point de réception, et renvoie sa livraison avec la tentative. Un ping échoué n’est pas répété. Ne prend pas de corps.',
  recoverWebhookEndpoint:
    'Met en livraison chaque événement de la période qui répond au filtre du point de réception et qu’il n’a pas accepté, 100 par seconde, jusqu’à ce que tous les événements soient examinés, quel que soit leur nombre. Un point de réception a un seul renvoi à la fois.',
  getRecovery: ofAnother('Un renvoi'),
  listEvents:
    'Les plus récents d’abord, par pages. Pour suivre les événements, demandez ceux qui viennent après le dernier que vous avez, avec `endingBefore` et `Prefer: wait=5` : aucun événement n’est omis. Une clé restreinte reçoit les événements dont elle peut lire les objets, `refund.*` avec `refunds:read` par exemple ; un `type` qu’elle ne peut pas lire est refusé.',
  getEvent: `Le corps de la réponse est celui des livraisons, octet pour octet. ${ofAnother('Un événement')}`,
  listEventDeliveries: 'Une livraison par point de réception auquel l’événement est envoyé, en une page.',
  listWebhookEndpointDeliveries: 'Les livraisons des événements les plus récents d’abord, par pages.',
  getDelivery: ofAnotherFem('Une livraison'),
  redeliver:
    'Rend la livraison due maintenant, quel que soit son état ; une livraison en cours d’envoi n’est pas modifiée. Un point de réception en attente après des échecs est essayé aussitôt avec cette livraison ; un point de réception `ordered` ne l’est pas, et la livraison garde sa place. Si la tentative échoue, les répétitions prévues continuent. Ne prend pas de corps. Le corps d’un événement est gardé 30 jours.',
  getPaymentMetrics:
    'Combien de paiements d’une devise et d’un mode ont été créés, réussis, échoués, expirés et annulés, leur volume, leur taux de réussite et les raisons des échecs. Les nombres viennent des événements : chaque événement est compté une fois, peu après s’être produit.',
  listCustomers:
    'Les clients inscrits qui ont payé le marchand dans un mode, avec le nombre et les montants de leurs paiements, par pages, le dernier inscrit d’abord. Les 1000 paiements les plus récents de chacun sont comptés, avec ce qui en a été remboursé. Les invités n’ont pas de compte : `GET /customers/guests` les liste.',
  listGuests:
    'Les téléphones dont un paiement par mobile money au marchand a réussi sans compte, dans un mode, masqués, avec le nombre et les montants de leurs paiements, par pages, celui qui a payé en dernier d’abord. Les 1000 paiements les plus récents de chacun sont comptés. Une page parcourt un nombre limité de paiements : elle peut être courte ou vide, et `hasMore` reste vrai jusqu’à ce que tous aient été parcourus. `GET /gateway?customerId=` liste les paiements d’un invité. Les paiements antérieurs à ces identifiants ne comptent pour personne.',
  readPayer: `Le numéro de téléphone en entier auquel un paiement par mobile money a été demandé, tant que le paiement peut être remboursé. Toute autre réponse, liste, exportation et tout événement le masquent. Chaque lecture d’un numéro est un enregistrement du journal d’audit du compte, \`payer.read\`, avec le paiement et le membre ou la clé qui l’a lu. Un membre ou une clé lit au plus 200 numéros par jour. ${ofAnotherFem('Une intention')}`,
  readTestInbox:
    'Les SMS et e-mails, avec codes et reçus, envoyés pour les paiements du compte en mode test : les 50 plus récents des dernières 24 heures. Un paiement qui nomme un client inexistant n’a pas de message, car rien n’est envoyé. Les codes d’inscription et de réinitialisation n’y figurent pas. En mode réel, la requête est refusée.',
};
