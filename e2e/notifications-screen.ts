import type { BrowserContext, Page } from '@playwright/test';
import { chooseFromUserMenu, expect } from './test.ts';

// The notification settings, and the sounds and notices of a page.

export const EVENTS = [
  'Heartbeat',
  'Passage',
  'Support',
  'Power mode',
  'Record mode',
  'Frequency select',
  'Stream enable',
  'Detection count',
  'Device info',
  'GPS fix',
  'Control settings',
  'Error',
  'Offline',
  'Shutdown',
  'Sleep report',
];
export const SOUNDS = ['Standard', 'Space Dog', 'Martian', 'Magic', 'Oringzz', 'Bling'];
export const PLACE = { lat: 36.1, lon: -96.2 };

export interface Observed {
  readonly tones: { wave: string; state: string }[];
  readonly systemNotices: string[];
}

/** Records audio output and system notices; the console is not aware of it. */
export async function observe(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const observed: Observed = { tones: [], systemNotices: [] };
    class HeardOscillator extends OscillatorNode {
      override start(when?: number): void {
        observed.tones.push({ wave: this.type, state: this.context.state });
        super.start(when);
      }
    }
    class SeenNotification extends Notification {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        observed.systemNotices.push(title);
      }
    }
    Object.assign(window, { observed, OscillatorNode: HeardOscillator, Notification: SeenNotification });
  });
}

export const read = (page: Page) => page.evaluate(() => Reflect.get(window, 'observed') as Observed);
export const countTones = async (page: Page) => (await read(page)).tones.length;
/** The Standard sound is two notes, each with an overtone. */
export const STANDARD_TONES = 4;

export const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Notification Settings', exact: true });
export const flagOf = (page: Page, event: string) => dialogOf(page).getByRole('checkbox', { name: event, exact: true });
export const soundOf = (page: Page, event: string) =>
  dialogOf(page).getByRole('combobox', { name: `Sound of ${event}` });

export async function openSettings(page: Page): Promise<void> {
  await chooseFromUserMenu(page, 'Notifications / SMS Opt-in');
  await expect(dialogOf(page).getByLabel('Phone number')).toBeVisible();
}
