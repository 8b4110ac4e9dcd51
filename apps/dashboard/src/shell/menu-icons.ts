import type { MenuPage } from './menu.js';

/** The drawing of each page of the menu, as a path in a square of 24. */
export const menuIcons: Readonly<Record<MenuPage['to'], string>> = {
  '/start': 'M5 21V4h12l-2 4 2 4H5',
  '/overview': 'M5 20v-8M11 20V5M17 20v-6M3 20h18',
  '/payments': 'M3 6h18v12H3zM3 10h18',
  '/till': 'M4 10h16v10H4zM7 10V4h10v6M8 14h8M8 17h4',
  '/customers': 'M12 3.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c.6-4 3.6-6.5 8-6.5s7.4 2.5 8 6.5',
  '/balance': 'M3 7h18v13H3zM3 7l13-4v4M16 13h2',
  '/balance/day': 'M6 3h12v18l-3-2-3 2-3-2-3 2zM10 8h4M10 12h4',
  '/payouts': 'M12 16V4M7 9l5-5 5 5M4 20h16',
  '/payment-links': 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1',
  '/go-live': 'M12 3v9M6.5 6.5a8 8 0 1 0 11 0',
  '/events': 'M13 3L5 14h6l-1 7 8-11h-6z',
  '/webhooks': 'M3 12h13M11 7l5 5-5 5M20 5v14',
  '/request-logs': 'M4 6h16M4 12h16M4 18h10',
  '/test-numbers': 'M7 3h10v18H7zM11 18h2',
  '/test-inbox': 'M3 6h18v12H3zM3 7l9 6 9-6',
  '/settings/profile': 'M4 21V9l8-6 8 6v12zM10 21v-6h4v6',
  '/settings/api-keys': 'M7.5 8.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM11.5 12.5H21v4M17 12.5v3',
  '/settings/members':
    'M9 4a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2 20c.5-4 3-6 7-6s6.5 2 7 6M16 4.5a3.5 3.5 0 0 1 0 6M18 14.5c2.5.6 3.8 2.5 4 5.5',
  '/settings/security': 'M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6z',
  '/settings/audit-log': 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3 2',
};

/** The drawing of the docs, which are no page of the dashboard. */
export const docsIcon = 'M12 6c-2-2-5-2-9-2v15c4 0 7 0 9 2 2-2 5-2 9-2V4c-4 0-7 0-9 2zM12 6v15';
