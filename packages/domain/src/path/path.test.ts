import { describe, expect, it } from 'vitest';
import { findWithin } from './lasso.ts';
import { iconOf } from './marker.ts';
import { addRule, DEFAULT_RULE, MEDIA, PASSAGE_TYPES } from './notification-rule.ts';

describe('iconOf', () => {
  it('[R-057] returns the kind of a marker; for an AGM its state', () => {
    expect(iconOf({ description: 'AGM', state: 'TRACK' })).toBe('TRACK');
    expect(iconOf({ description: 'AGM', state: 'SKIP' })).toBe('SKIP');
    expect(iconOf({ description: 'VALVE', state: 'SKIP' })).toBe('VALVE');
  });
});

describe('notification rule', () => {
  it('[R-061] [R-062] the default has launch, receive, manual passages and all markers', () => {
    expect(DEFAULT_RULE).toMatchObject({ launch: true, receive: true, manualPassage: true, allMarkers: true });
  });

  it('[R-059] [R-060] the default is a text message for verified passages', () => {
    expect(DEFAULT_RULE).toMatchObject({ medium: 'sms', passageType: 'verified' });
    expect(MEDIA).toEqual(['sms', 'email', 'both', 'none']);
    expect(PASSAGE_TYPES).toEqual(['verified', 'passage']);
  });

  it('[R-045] a new rule replaces the previous one of the same user', () => {
    const [one, two] = [
      { ...DEFAULT_RULE, name: 'A', userId: 1 },
      { ...DEFAULT_RULE, name: 'B', userId: 2 },
    ];
    const anew = { ...one, medium: 'email' as const };
    expect(addRule(addRule(addRule([], one), two), anew)).toEqual([anew, two]);
  });
});

describe('lasso', () => {
  const square = [
    { lat: 0, lon: 0 },
    { lat: 0, lon: 10 },
    { lat: 10, lon: 10 },
    { lat: 10, lon: 0 },
  ];

  it('finds places within the outline', () => {
    expect(
      findWithin(
        [
          { lat: 5, lon: 5 },
          { lat: 5, lon: 11 },
          { lat: -1, lon: 5 },
          { lat: 9.9, lon: 0.1 },
        ],
        square,
      ),
    ).toEqual([
      { lat: 5, lon: 5 },
      { lat: 9.9, lon: 0.1 },
    ]);
  });

  it('follows a concave outline', () => {
    const bay = [
      ...square.slice(0, 3),
      { lat: 10, lon: 6 },
      { lat: 4, lon: 5 },
      { lat: 10, lon: 4 },
      ...square.slice(3),
    ];
    expect(
      findWithin(
        [
          { lat: 8, lon: 5 },
          { lat: 8, lon: 1 },
        ],
        bay,
      ),
    ).toEqual([{ lat: 8, lon: 1 }]);
  });

  it('works across the date line', () => {
    const across = [
      { lat: -5, lon: 175 },
      { lat: -5, lon: 190 },
      { lat: 5, lon: 190 },
      { lat: 5, lon: 175 },
    ];
    expect(
      findWithin(
        [
          { lat: 0, lon: -175 },
          { lat: 0, lon: 178 },
          { lat: 0, lon: 0 },
        ],
        across,
      ),
    ).toHaveLength(2);
  });

  it('finds nothing with fewer than three points', () => {
    expect(
      findWithin(
        [{ lat: 0, lon: 0 }],
        [
          { lat: 0, lon: 0 },
          { lat: 1, lon: 1 },
        ],
      ),
    ).toEqual([]);
  });
});
