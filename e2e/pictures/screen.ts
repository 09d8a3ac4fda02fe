import type { Locator, Page } from '@playwright/test';

// Buttons and dialogs that every part of the walk uses.

export const button = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole('button', { name, exact: true });
export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
export const close = (window: Locator) => button(window, 'Close').click();
