import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#/testing/render.tsx';
import { ScoreList } from './PassageMarks.tsx';

const judged = (prediction: 0 | 1, confidence: number) => [{ weight: 1, prediction, confidence }];

/** The colour that the browser computes for a theme variable. */
function resolveColour(variable: string): string {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = `var(${variable})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

it('[T-057] ScoreList shows a coloured percentage for each of ELF, GEO and MAG', async () => {
  render(
    <ScoreList
      of={{
        elfMachineLearningResultList: judged(1, 0.9),
        geoMachineLearningResultList: judged(1, 0.2),
        magMachineLearningResultList: judged(0, 1),
      }}
    />,
  );
  const expected = [
    ['ELF', '95.0%, A pig', '--wm-ml-green'],
    ['GEO', '60.0%, Undecided', '--wm-ml-orange'],
    ['MAG', '0.0%, Not a pig', '--wm-ml-red'],
  ] as const;
  const colours = new Set<string>();
  for (const [channel, percentAndWords, variable] of expected) {
    const badge = page.getByTitle(new RegExp(`^${channel}: `));
    await expect.element(badge).toHaveTextContent(`${channel}${percentAndWords}, trained on simulated data`);
    const { color } = getComputedStyle(badge.element());
    expect(color).toBe(resolveColour(variable));
    colours.add(color);
  }
  expect(colours.size).toBe(3);
});
