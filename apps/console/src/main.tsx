import { loadMessages } from '#/language/t.ts';

// The page shows English if its messages do not load.
void loadMessages('sign-in')
  .catch(() => undefined)
  .then(() => import('./start.tsx'));
