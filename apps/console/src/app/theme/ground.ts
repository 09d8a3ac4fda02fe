// What every screen stands on, the login screen too: variables, fonts, body text, the chosen theme. No library.
import 'virtual:waymark-tokens.css';
import './global.css';
import { startTheme } from './theme-store.ts';

startTheme();
