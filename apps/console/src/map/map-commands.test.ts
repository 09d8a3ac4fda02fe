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
  it('reach whoever listens, until he stops', () => {
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

  it('keep apart', () => {
    const heard: unknown[] = [];
    const stops = [onGoHome(() => heard.push('home')), onZoomToDevice((uid) => heard.push(uid))];
    zoomToDevice(100_234);
    goHome();
    for (const stop of stops) stop();
    expect(heard).toEqual([100_234, 'home']);
  });

  it('ask for the middle of the map, and hear it', () => {
    const stop = onAskMiddle((tell) => tell({ lat: 36.1, lon: -96 }));
    const heard: unknown[] = [];
    askMiddle((place) => heard.push(place));
    stop();
    expect(heard).toEqual([{ lat: 36.1, lon: -96 }]);
  });

  it('do nothing while nobody listens', () => {
    expect(() => goHome()).not.toThrow();
  });
});
