import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { actAsNotice } from './api/acting.js';
import { noteSessionEnd } from './api/ended.js';
import { readWhilePresent } from './api/presence.js';
import { newQueryClient } from './api/queries.js';
import { newRouter } from './app/router.js';
import { LanguageProvider } from './i18n/language.js';
import { showTheme } from './ui/theme.js';
import './ui/tokens.css';

actAsNotice();
showTheme();
readWhilePresent();
const queries = newQueryClient(() => {
  noteSessionEnd(true);
});
const router = newRouter(queries);
const place = document.getElementById('app');
if (place === null) throw new TypeError('the page has no place for the app');
createRoot(place).render(
  <QueryClientProvider client={queries}>
    <Suspense>
      <LanguageProvider>
        <RouterProvider router={router} />
      </LanguageProvider>
    </Suspense>
  </QueryClientProvider>,
);
