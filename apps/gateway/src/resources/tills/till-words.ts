import { hmacSha256 } from '@paygate/platform';
import type { SecretKeys } from '@paygate/platform';
import type { Mode } from '@paygate/contracts';

/** Words that are read out across a counter: short, without accents, and unlike each other. */
const WORDS = [
  ...['abeille', 'acacia', 'agneau', 'aigle', 'ananas', 'antilope', 'arachide', 'argile', 'aurore', 'avocat'],
  ...['balafon', 'baleine', 'bambou', 'banane', 'baobab', 'barque', 'bassin', 'biche', 'bijou', 'bougie'],
  ...['boussole', 'branche', 'brise', 'brousse', 'cacao', 'calebasse', 'canard', 'canari', 'canoe', 'capitaine'],
  ...['castor', 'cerise', 'chameau', 'charbon', 'chemise', 'cheval', 'cigale', 'citron', 'colibri', 'colline'],
  ...['copain', 'corail', 'corbeille', 'coton', 'crabe', 'crayon', 'cuivre', 'dauphin', 'djembe', 'domino'],
  ...['drapeau', 'dune', 'escargot', 'farine', 'fanfare', 'faucon', 'flamant', 'fleuve', 'forgeron', 'fourmi'],
  ...['fromage', 'gazelle', 'gingembre', 'girafe', 'gombo', 'goyave', 'grenier', 'griot', 'guitare', 'hamac'],
  ...['haricot', 'hibou', 'igname', 'ivoire', 'jardin', 'jasmin', 'jumeau', 'kapok', 'karite', 'lagune'],
  ...['lanterne', 'lapin', 'lavande', 'lion', 'litchi', 'loutre', 'lune', 'macabo', 'mangue', 'manioc'],
  ...['marmite', 'marteau', 'melon', 'miroir', 'mouton', 'muscade', 'navire', 'noisette', 'nuage', 'oignon'],
  ...['oiseau', 'olive', 'orange', 'orchestre', 'pagaie', 'pagne', 'palmier', 'panier', 'papaye', 'papillon'],
  ...['perroquet', 'pigeon', 'piment', 'pirogue', 'plume', 'poivre', 'pompier', 'poterie', 'prune', 'radeau'],
  ...['raphia', 'renard', 'riz', 'rivage', 'rosier', 'ruche', 'safari', 'safran', 'savane', 'savon'],
  ...['semence', 'singe', 'soleil', 'sorgho', 'souris', 'statue', 'sucre', 'tabouret', 'tambour', 'tamis'],
  ...['taro', 'taureau', 'termite', 'tigre', 'tisserand', 'tomate', 'tonnerre', 'tortue', 'tulipe', 'turban'],
  ...['vague', 'vanille', 'vapeur', 'verger', 'village', 'violon', 'volcan', 'voilier', 'zebre', 'zinc'],
] as const;

/** Africa/Douala is an hour ahead of UTC all year. */
const HOUR_MS = 3_600_000;

/** The day of Africa/Douala. */
export function tillDayAt(now: Date): string {
  return new Date(now.getTime() + HOUR_MS).toISOString().slice(0, 10);
}

/** The word of a day of an account. Only who holds the key knows it in advance, and no other account tells it. */
export function tillWordOf(
  [key]: SecretKeys,
  { merchantId, mode, day }: { readonly merchantId: string; readonly mode: Mode; readonly day: string },
): string {
  const number = hmacSha256(key, `till-word:${mode}:${merchantId}:${day}`).readUInt32BE();
  return WORDS[number % WORDS.length] ?? WORDS[0];
}
