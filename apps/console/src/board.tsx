import { loadMessages, LOCALE } from '#/language/t.ts';

// The entry of the pages without a sign-in: wallboards and shared runs. They load no part of the console's shell.

document.documentElement.lang = new Intl.Locale(LOCALE).language;

// The page shows English if its messages do not load.
void loadMessages('sign-in')
  .catch(() => undefined)
  .then(() => import('./start-board.tsx'));
