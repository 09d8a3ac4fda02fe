import { lookAtWords, markTexts } from '../screens/look-at-words.ts';
import { WALKS } from '../screens/walks.ts';
import { REFUSED_CALL, test } from '../test.ts';

// The walks through all screens, in a language that marks the texts of the catalogues.

test.use({ drawsMap: false, contextOptions: { reducedMotion: 'reduce' } });

test.beforeEach(({ expectedErrors }) => {
  test.slow();
  expectedErrors.push(REFUSED_CALL);
});

test.afterEach(async ({ site }) => {
  await site.endRuns();
  await site.removeDevices();
});

for (const [name, walk] of Object.entries(WALKS)) {
  test(`[W-512] all texts of the console stand in the catalogues: ${name}`, async ({ page, site }) => {
    await markTexts(page);
    await walk(page, site, lookAtWords(page));
  });
}
