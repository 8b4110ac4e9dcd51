import type { Language } from '@paygate/contracts';
import { english } from './english.js';
import { french } from './french.js';
import type { Texts } from './texts.js';

export const textsOf: Readonly<Record<Language, Texts>> = { fr: french, en: english };

/** Names of languages in themselves, for the switch. */
export const languageNames: Readonly<Record<Language, string>> = { fr: 'Français', en: 'English' };
