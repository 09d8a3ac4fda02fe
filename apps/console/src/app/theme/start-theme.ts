import 'virtual:waymark-tokens.css';
import './global.css';
import { once } from '#/api/once.ts';
import { followTheme } from './theme-store.ts';

/**
 * Sets up the basis of every screen, the login screen too: variables, fonts, body text and the chosen theme, without
 * any library. Only the first call has an effect.
 */
export const startTheme = once(followTheme);
