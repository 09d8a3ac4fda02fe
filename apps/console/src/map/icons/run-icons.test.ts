import { DESCRIPTIONS, iconOf, MARKER_STATES } from '@waymark/domain/path/marker';
import { expect, it } from 'vitest';
import { runIcons } from './run-icons.ts';

it('[R-057] every kind of marker has its own icon, an AGM one for each state', () => {
  const shown = DESCRIPTIONS.flatMap((description) =>
    MARKER_STATES.map((state) => runIcons[iconOf({ description, state })]),
  );
  expect(new Set(shown).size).toBe(13);
  for (const picture of Object.values(runIcons))
    expect(decodeURIComponent(picture)).toMatch(/<svg[^>]* width="32" height="32"/);
});
