import { describe, expect, it } from 'vitest';
import { isSmsBannerShown } from './SmsBanner.tsx';

describe('the banner about text messages', () => {
  it('the banner is shown until the user has opted in or closed it', () => {
    expect(isSmsBannerShown({ a2PMessagingOptInState: false }, false)).toBe(true);
    expect(isSmsBannerShown({ a2PMessagingOptInState: true }, false)).toBe(false);
    expect(isSmsBannerShown({ a2PMessagingOptInState: false }, true)).toBe(false);
  });

  it('the banner is hidden until the opt-in is known', () => {
    expect(isSmsBannerShown(undefined, false)).toBe(false);
  });
});
