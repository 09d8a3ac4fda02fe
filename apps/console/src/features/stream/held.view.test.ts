import type { CapturedPassage, StreamStatus } from '@waymark/domain/stream/engine-types';
import { describe, expect, it } from 'vitest';
import { describeHold } from './held.view.ts';

const AT = Date.UTC(2026, 2, 17, 23, 25, 11, 402);
const NOW = 50_000;
const passage: CapturedPassage = { detector: 'mag', at: AT, endsAt: AT + 15_240, samples: new Int16Array(500) };
const pause = { reason: 'detection', at: AT + 15_240, until: NOW + 7_200 } as const;

interface Given extends Partial<Pick<StreamStatus, 'pause' | 'annotations'>> {
  readonly unsent?: readonly CapturedPassage[];
  readonly sending?: readonly CapturedPassage[];
  readonly maySend?: boolean;
}

const describeIt = ({ pause: paused = null, unsent = [], annotations = [], sending = [], maySend = true }: Given) =>
  describeHold({ status: { pause: paused, annotations }, unsent, sending, maySend }, NOW);

describe('the banner of a held passage', () => {
  it('[S-019] says what was detected, when, and when the plots resume, and offers to send it', () => {
    expect(describeIt({ pause, unsent: [passage] })).toEqual({
      title: 'Passage held.',
      detections: 'MAG detection at 23:25:11.402.',
      resume: 'Plots resume in 8 s.',
      canSend: true,
    });
  });

  it('[S-019] offers no sending while no passage is held', () => {
    expect(describeIt({})).toBeNull();
    expect(describeIt({ pause: { reason: 'person', at: AT } })).toBeNull();
    expect(describeIt({ pause, annotations: [passage] })).toMatchObject({ title: 'Plots paused.', canSend: false });
  });

  it('[S-018, S-088] does not offer sending to users without the permission', () => {
    expect(describeIt({ pause, unsent: [passage], maySend: false })).toMatchObject({
      title: 'Passage held.',
      canSend: false,
    });
  });

  it('[S-069] says "Adding Web Passage" while it is sent', () => {
    expect(describeIt({ pause, sending: [passage] })).toMatchObject({
      title: 'Adding Web Passage',
      detections: 'MAG detection at 23:25:11.402.',
      canSend: false,
    });
  });

  it('lists all held passages', () => {
    const elf: CapturedPassage = { ...passage, detector: 'elf', at: AT + 1000 };
    expect(describeIt({ pause, unsent: [passage, elf] })).toMatchObject({
      title: '2 passages held.',
      detections: 'MAG detection at 23:25:11.402, ELF detection at 23:25:12.402.',
    });
  });

  it('counts down to zero, and does not count when the user paused the plots', () => {
    expect(
      describeHold({ status: { pause, annotations: [] }, unsent: [passage], sending: [], maySend: true }, NOW + 9_000)
        ?.resume,
    ).toBe('Plots resume in 0 s.');
    expect(describeIt({ pause: { reason: 'person', at: AT }, unsent: [passage] })?.resume).toBeNull();
  });
});
