import { loadMessages, LOCALE } from '#/language/t.ts';

document.documentElement.lang = new Intl.Locale(LOCALE).language;

// The page shows English if its messages do not load.
void loadMessages('login')
  .catch(() => undefined)
  .then(() => import('./start.tsx'));
