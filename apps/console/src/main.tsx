import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './app/router.tsx';
import { ThemeProvider } from './app/theme/ThemeProvider.tsx';
import { startSession } from './features/session/session.ts';
import { goToLoginWhenSessionEnds } from './app/session-end.ts';

startSession();
goToLoginWhenSessionEnds();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <ThemeProvider>
      <RouterProvider router={router} />
    </ThemeProvider>
  </StrictMode>,
);
