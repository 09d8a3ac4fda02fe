import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '#/language/t.ts';
import { resolveMantineVariables } from './mantine-variables.ts';
import { startTheme } from './start-theme.ts';
import { FLOATING_ID, theme } from './theme.ts';
import { useTheme } from './theme-store.ts';
import './mantine-controls.css';

startTheme();

/** Mantine with the console's theme. Screens before the sign-in do without it, which keeps them small. */
export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveMantineVariables}
      // Writes all of Mantine's variables here: its default style sheet is not loaded.
      deduplicateCssVariables={false}
      forceColorScheme={useTheme()}
      getStyleNonce={readStyleNonce}
    >
      {children}
      {/* A landmark for content outside the page's own: menus, dialogs and toasts. */}
      <div id={FLOATING_ID} role="region" aria-label={t('Menus and dialogs')} />
    </MantineProvider>
  );
}

/** The nonce of this page's content security policy, required on every `<style>` that Mantine writes. */
function readStyleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}
