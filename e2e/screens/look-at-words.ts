import type { Page } from '@playwright/test';
import { listUnmarkedEnglish } from '../english-words.ts';
import { expect } from '../test.ts';
import type { Look } from './look.ts';

/** Names of the walks' data, and what the server writes in English. */
const AS_WRITTEN =
  /^(?:Launch|Receive|Historian of the control room|Cleaning pig with \w+|devices:read|geophone|its time is .+)$/;
/** By `Intl`, in the language of the page. */
const BY_INTL = /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$/;
/** Notes of the shift log and events of webhooks, as users and programs get them. */
const CONTENTS = /^(?:Crew (?:\d|called)|Excavation beside|Receiver is ready|Valve 3|Quiet shift|\{\s+"specversion")/;
/** The audit log has the words of alerts as they were raised. */
const AUDITED = {
  screen: 'shell-audit-log',
  words: /^(?:Nothing (?:was )?heard |AGM \d+ at |The passage at )/,
} as const;
/** The release notes are in English. */
const IN_ENGLISH: readonly string[] = ['shell-about'];

/** Checks that no text of a screen passes by the catalogues: it would be English in every language. */
export const lookAtWords =
  (page: Page): Look =>
  async (name) => {
    if (IN_ENGLISH.includes(name)) return;
    const unmarked = await listUnmarkedEnglish(page.locator('body'));
    const isExpected = (text: string) =>
      [AS_WRITTEN, BY_INTL, CONTENTS].some((words) => words.test(text)) ||
      (name === AUDITED.screen && AUDITED.words.test(text));
    expect(
      unmarked.filter((text) => !isExpected(text)),
      name,
    ).toEqual([]);
  };
