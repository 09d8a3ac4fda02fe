import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from '#/app/ErrorBoundary.tsx';
import { router } from '#/app/router.tsx';
import { goToLoginWhenSessionEnds } from '#/app/session-end.ts';
import { startTheme } from '#/app/theme/start-theme.ts';
import { keepZodFromEval } from '#/app/zod-without-eval.ts';
import { startSession } from '#/features/session/session.ts';

keepZodFromEval();
startTheme();
startSession();
goToLoginWhenSessionEnds();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <RouterProvider router={router} />
    </ErrorBoundary>
  </StrictMode>,
);
