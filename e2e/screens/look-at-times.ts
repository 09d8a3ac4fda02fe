import type { Page } from '@playwright/test';
import { readTimes } from '../../apps/console/src/testing/read-times.ts';
import { expect } from '../test.ts';
import type { Look } from './look.ts';

/** Checks that every time of a screen says its zone, and counts the times that say it themselves. */
export const lookAtTimes =
  (page: Page, count: { zoned: number }): Look =>
  async (name) => {
    const seen = await page.evaluate(readTimes);
    expect(seen.zoneless, `times without a zone in ${name}`).toEqual([]);
    count.zoned += seen.zoned.length;
  };
