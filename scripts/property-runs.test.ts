import fc from 'fast-check';
import { expect, it } from 'vitest';

it('a property runs at most 200 times in the quick tests, whatever its numRuns', () => {
  let runs = 0;
  fc.assert(
    fc.property(fc.nat(), () => void (runs += 1)),
    { numRuns: 5000 },
  );
  expect(runs).toBe(200);
});

it('a bounded property that fails still shrinks beyond the bound', () => {
  let runs = 0;
  const property = fc.property(fc.nat(), (value) => (runs += 1) < 195 || value < 10);
  expect(() => fc.assert(property, { numRuns: 5000, seed: 1 })).toThrow(/Counterexample: \[10\]/);
});

it('a bounded asynchronous property that fails still shrinks beyond the bound', async () => {
  let runs = 0;
  const property = fc.asyncProperty(fc.nat(), (value) => Promise.resolve((runs += 1) < 195 || value < 10));
  await expect(fc.assert(property, { numRuns: 5000, seed: 1 })).rejects.toThrow(/Counterexample: \[10\]/);
});
