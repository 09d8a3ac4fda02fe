import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#/testing/render.tsx';
import { PSEUDO_CATALOGUES } from './pseudo.ts';
import { Say } from './Say.tsx';

it('[W-500] Say puts elements among the words of a text', async () => {
  render(
    <p>
      <Say text="Last heard {marker}, {age} ago" values={{ marker: <b>AGM 06</b>, age: '38 min' }} />
    </p>,
  );
  await expect.element(page.getByText('AGM 06')).toBeVisible();
  expect(document.querySelector('p')?.innerHTML).toBe('Last heard <b>AGM 06</b>, 38 min ago');
});

it('[W-504] the pseudo language marks and lengthens texts, and leaves names and forms alone', () => {
  const { pseudo, marked } = PSEUDO_CATALOGUES;
  expect(pseudo.get('Save')).toBe('[Sávé··]');
  expect(pseudo.get('{count} run|{count} runs')).toBe('[{count} rún··]|[{count} rúns··]');
  expect(marked.get('Heard {marker}, not by {uid}')).toBe('Heard \u200B{marker}, not by \u200B{uid}');
  expect(marked.get('Closed##step')).toBe('Closed\u200B');
});
