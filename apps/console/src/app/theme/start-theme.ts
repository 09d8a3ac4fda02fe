import 'virtual:waymark-tokens.css';
import './global.css';
import { followTheme } from './theme-store.ts';

let isStarted = false;

/**
 * What every screen stands on, the login screen too: variables, fonts, body text and the chosen theme, without any
 * library. Whoever needs it calls it; only the first call does something.
 */
export function startTheme(): void {
  if (isStarted) return;
  isStarted = true;
  followTheme();
}
