import type { Language, Section } from './page.ts';

/** The words of the pages' frame in one language. */
interface Words {
  readonly sections: Readonly<Record<Section, string>>;
  readonly skip: string;
  readonly menu: string;
  readonly search: string;
  readonly onThisPage: string;
  readonly previous: string;
  readonly next: string;
  readonly markdown: string;
  readonly support: string;
  readonly otherLanguage: string;
  readonly pages: string;
  readonly dashboard: string;
}

export const words: Readonly<Record<Language, Words>> = {
  en: {
    sections: {
      start: 'Get started',
      guides: 'Guides',
      reference: 'Reference',
      clients: 'Clients',
      errors: 'Errors',
      events: 'Events',
      api: 'API operations',
    },
    skip: 'Skip to the content',
    menu: 'Menu',
    search: 'Search',
    onThisPage: 'On this page',
    previous: 'Previous',
    next: 'Next',
    markdown: 'This page as Markdown',
    support: 'Still stuck? Ask support:',
    otherLanguage: 'Français',
    pages: 'Pages',
    dashboard: 'Open the dashboard',
  },
  fr: {
    sections: {
      start: 'Premiers pas',
      guides: 'Guides',
      reference: 'Référence',
      clients: 'Bibliothèques',
      errors: 'Erreurs',
      events: 'Événements',
      api: 'Opérations de l’API',
    },
    skip: 'Aller au contenu',
    menu: 'Menu',
    search: 'Rechercher',
    onThisPage: 'Sur cette page',
    previous: 'Précédent',
    next: 'Suivant',
    markdown: 'Cette page en Markdown',
    support: 'Toujours bloqué ? Contactez l’assistance :',
    otherLanguage: 'English',
    pages: 'Pages',
    dashboard: 'Ouvrir le tableau de bord',
  },
};
