import 'virtual:waymark-tokens.css';
import './global.css';
import { followTheme } from './theme-store.ts';

let isStarted = false;

/**
 * Sets up the basis of every screen, the login screen too: variables, fonts, body text and the chosen theme, without
 * any library. Only the first call has an effect.
 */
export function startTheme(): void {
  if (isStarted) return;
  isStarted = true;
  followTheme();
}
