import { describe, expect, it } from 'vitest';
import type { Badge } from '../badges.view.ts';
import { layoutScreenshot, type Measure, type ScreenshotContent, nameScreenshot } from './screenshot-layout.ts';

const measure: Measure = (text) => text.length * 6;
const badge = (name: string, value: string, mark: Badge['mark'] = null): Badge => ({ name, value, mark });

const content: ScreenshotContent = {
  plots: { width: 840, height: 430 },
  title: 'AGM 10488',
  subtitle: 'Realtime Streamer, 1 Minute',
  time: '2026-03-17 23:25:34 UTC',
  badges: [badge('Frequency', '22 Hz'), badge('MAG', 'DETECTED', 'detected'), badge('Speed', 'OFF')],
  notes: ['2 frames lost'],
  banner: { title: 'Passage held.', text: 'MAG detection at 23:25:11.402.' },
};

describe('the picture of the dialog', () => {
  it('[S-035] a screenshot is named by uid and UTC', () => {
    expect(nameScreenshot(10_488, Date.UTC(2026, 2, 17, 23, 25, 34))).toBe('10488_2026-03-17_23-25-34.png');
  });

  it('[S-017] a screenshot contains title, time, badges and the held passages, and the plots beneath', () => {
    const { texts, width, height, plotsTop } = layoutScreenshot(content, measure);
    const words = texts.map(({ text }) => text);
    expect(words).toEqual([
      'AGM 10488',
      'Realtime Streamer, 1 Minute',
      '2026-03-17 23:25:34 UTC',
      'Frequency',
      '22 Hz',
      'MAG',
      'DETECTED',
      'Speed',
      'OFF',
      '2 frames lost',
      'Passage held.',
      'MAG detection at 23:25:11.402.',
    ]);
    expect(width).toBe(840);
    expect(height - plotsTop).toBe(430);
    expect(texts.every(({ y }) => y < plotsTop)).toBe(true);
  });

  it('a screenshot frames each badge, a detection in its own colour', () => {
    const { boxes } = layoutScreenshot(content, measure);
    expect(boxes.map(({ look }) => look)).toEqual(['badge', 'detected', 'badge', 'banner']);
  });

  it('a screenshot is lower without a held passage', () => {
    expect(layoutScreenshot({ ...content, banner: null }, measure).plotsTop).toBeLessThan(
      layoutScreenshot(content, measure).plotsTop,
    );
  });

  it('a screenshot wraps badges that do not fit, and keeps them within its width', () => {
    const narrow = { ...content, plots: { width: 300, height: 300 } };
    const { boxes } = layoutScreenshot(narrow, measure);
    const badges = boxes.filter(({ look }) => look !== 'banner');
    expect(new Set(badges.map(({ y }) => y)).size).toBeGreaterThan(1);
    expect(badges.every(({ x, width }) => x >= 0 && x + width <= 300)).toBe(true);
  });
});
