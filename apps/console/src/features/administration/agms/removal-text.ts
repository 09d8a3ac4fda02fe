import { t } from '#/language/t.ts';

/** The consequences of removing a device. */
export const REMOVAL = t(
  'Its credential ends and its connection closes. What it has reported stays with the company. An AGM that watches an active run cannot be removed.',
);
