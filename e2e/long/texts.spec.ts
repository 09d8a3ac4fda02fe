import { lengthenTexts, lookAtRoom } from '../screens/look-at-room.ts';
import { lookAtWords } from '../screens/look-at-words.ts';
import { WALKS } from '../screens/walks.ts';
import { REFUSED_CALL, test } from '../test.ts';

// The walks through all screens, in a language that marks the texts of the catalogues and makes them 40 % longer than
// the English ones.

test.use({ drawsMap: false, contextOptions: { reducedMotion: 'reduce' } });

test.beforeEach(async ({ page, expectedErrors }) => {
  test.slow();
  expectedErrors.push(REFUSED_CALL);
  await lengthenTexts(page);
});

test.afterEach(async ({ site }) => {
  await site.endRuns();
  await site.removeDevices();
});

for (const [name, walk] of Object.entries(WALKS)) {
  test(`[W-512, W-535] all texts stand in the catalogues, and have room if 40 % longer: ${name}`, async ({
    page,
    site,
  }) => {
    const [lookForWords, lookForRoom] = [lookAtWords(page), lookAtRoom(page, 'desk')];
    await walk(page, site, async (screen) => {
      await lookForRoom(screen);
      await lookForWords(screen);
    });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  for (const [name, walk] of Object.entries(WALKS)) {
    test(`[W-535] texts that are 40 % longer have room on a phone: ${name}`, async ({ page, site }) => {
      await walk(page, site, lookAtRoom(page, 'phone'));
    });
  }
});
