import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import './mantine-controls.css';
import { resolveMantineVariables } from './mantine-variables.ts';
import { startTheme } from './start-theme.ts';
import { readStyleNonce } from './style-nonce.ts';
import { FLOATING_ID, theme } from './theme.ts';
import { useTheme } from './theme-store.ts';

startTheme();

/** Mantine in our theme. Screens before sign-in do without it, which keeps them light. */
export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveMantineVariables}
      // All of its variables are written here: its sheet of defaults is not loaded.
      deduplicateCssVariables={false}
      forceColorScheme={useTheme()}
      getStyleNonce={readStyleNonce}
    >
      {children}
      {/* A landmark for what stands outside the page's own: menus, dialogs and toasts. */}
      <div id={FLOATING_ID} role="region" aria-label="Menus and dialogs" />
    </MantineProvider>
  );
}
