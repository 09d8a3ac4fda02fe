import { describe, expect, it } from 'vitest';
import {
  askMiddle,
  flyTo,
  goHome,
  goTo,
  onAskMiddle,
  onFlyTo,
  onGoHome,
  onZoomToDevice,
  zoomToDevice,
} from './map-commands.ts';

describe('map commands', () => {
  it('commands reach their listener until it unsubscribes', () => {
    const heard: unknown[] = [];
    const stop = onFlyTo((at) => heard.push(at));
    goTo(36.1, -96);
    flyTo(36.2, -97, 12);
    stop();
    goTo(1, 2);
    expect(heard).toEqual([
      { lat: 36.1, lon: -96, zoom: 16 },
      { lat: 36.2, lon: -97, zoom: 12 },
    ]);
  });

  it('commands reach only their own listeners', () => {
    const heard: unknown[] = [];
    const stops = [onGoHome(() => heard.push('home')), onZoomToDevice((uid) => heard.push(uid))];
    zoomToDevice(100_234);
    goHome();
    for (const stop of stops) stop();
    expect(heard).toEqual([100_234, 'home']);
  });

  it('askMiddle returns the middle of the map', () => {
    const stop = onAskMiddle((tell) => tell({ lat: 36.1, lon: -96 }));
    const heard: unknown[] = [];
    askMiddle((place) => heard.push(place));
    stop();
    expect(heard).toEqual([{ lat: 36.1, lon: -96 }]);
  });

  it('commands without a listener do nothing', () => {
    expect(() => goHome()).not.toThrow();
  });
});
