import { describe, expect, test } from 'vitest';
import { USUAL_READER } from '../language/reader.ts';
import type { Cause } from '../run/alerts/alerts.ts';
import { foresee } from '../run/estimate/outlook.ts';
import { describeAlert, describeNews } from './run-messages.ts';
import { ANSWER_LINK_PLACE, linkToDirections, writeMail, writePush, writeText } from './write-message.ts';
import { layCourse } from '../run/estimate/course.ts';
import { reckon } from '../run/estimate/estimate.ts';
import { manualPassage, type Run } from '../run/run.ts';
import { after, LAUNCH_SITE, plainRun, withoutAgms, withSeen } from '../run/testing/plain-run.ts';

const outlookOf = (run: Run) => {
  const course = layCourse(run.path);
  return foresee(run, course, reckon(run, course));
};
const run = { ...withSeen(plainRun(), { M1: 100 }), runId: 41 };
const passage = manualPassage('M1', after(100));
const passed = { event: 'passage', passage, hasArrived: true, isVerifiedNow: true } as const;
const now = after(110);
const words = describeNews(passed, outlookOf(run), now);
const SITE = 'https://waymark.example';
const parts = { publicUrl: SITE, now };
const DIRECTIONS = words.place ? linkToDirections(words.place) : '';

describe('message of a run', () => {
  test('a mail has the run, the pig, the marker, the time in UTC, the next place, and a link', () => {
    expect(writeMail(run, words, parts)).toEqual({
      subject: 'MFL-12: Passed M1, set by hand (North)',
      text: [
        'Passed M1, set by hand',
        '',
        'Run: North',
        'Pig: MFL-12',
        'Marker: M1',
        'Time: 2026-03-01 00:01:40 UTC',
        'Next: M2 2026-03-01 00:03:20 UTC, in 0:01:30',
        '',
        `Map: ${SITE}/?runId=41&markerName=M1`,
        `Directions: ${DIRECTIONS}`,
        '',
      ].join('\n'),
    });
  });

  test('a text message is one line', () => {
    expect(writeText(run, words, parts).text).toBe(
      `North, pig MFL-12: Passed M1, set by hand 2026-03-01 00:01:40 UTC. Next M2 2026-03-01 00:03:20 UTC, in 0:01:30. ${DIRECTIONS} ${SITE}/?runId=41&markerName=M1`,
    );
  });

  test('[W-367] a text message that directions would make too long has none', () => {
    const long = { ...words, detail: 'x'.repeat(120) };
    const { text } = writeText(run, long, { ...parts, answer: { by: 'number', number: 123 } });
    expect(text).not.toContain('google');
    expect(text).toMatch(/ Reply ACK 123 to acknowledge\. https:\/\/waymark\.example\/\?runId=41&markerName=M1$/);
  });

  test('[W-367] a push is short: pig and event, run, marker and the times in both zones', () => {
    const reader = { ...USUAL_READER, zone: 'America/Chicago' };
    expect(writePush(run, words, parts, reader)).toEqual({
      subject: 'MFL-12: Passed M1, set by hand',
      text: 'North, M1\n2026-03-01 00:01:40 UTC (2026-02-28 18:01:40 UTC-6)',
      opens: '/?runId=41&markerName=M1',
    });
    const { subject, text } = writePush(
      { ...run, pig: 'p'.repeat(500) },
      { ...words, markerName: 'm'.repeat(900) },
      parts,
    );
    expect(subject.length + text.length).toBeLessThanOrEqual(520);
  });

  test('[W-367] a mail about an alert says its time, and has the place of its link', () => {
    const alert = { ...words, at: null };
    const { text } = writeMail(run, alert, { ...parts, answer: { by: 'link' } });
    expect(text).toContain('Time: 2026-03-01 00:01:50 UTC');
    expect(text).toContain(`Acknowledge: ${ANSWER_LINK_PLACE}\nMap: `);
    expect(writeMail(run, alert, parts).text).not.toContain('Acknowledge');
  });

  test('[W-367] directions lead to the launch site, the receive site or the marker, and nowhere if the place is unknown', () => {
    const placeOf = (news: Parameters<typeof describeNews>[0]) => describeNews(news, outlookOf(run), now).place;
    expect(placeOf({ event: 'launch' })).toEqual(LAUNCH_SITE);
    expect(placeOf({ event: 'reopened', rev: 3 })).toBeNull();
    expect(linkToDirections({ lat: 36.12345678, lon: -97 })).toBe(
      'https://www.google.com/maps/dir/?api=1&destination=36.123457,-97',
    );
  });

  test('the link encodes the name of the marker', () => {
    expect(writeText(run, { ...words, markerName: 'A & B #1' }, parts).text).toMatch(
      / https:\/\/waymark\.example\/\?runId=41&markerName=A%20%26%20B%20%231$/,
    );
  });

  test('describes three causes of a kind in full and counts the others', () => {
    const low = (uid: number): Cause => ({
      kind: 'agm-battery',
      key: `agm-battery ${uid}`,
      markerName: 'M2',
      isEnd: false,
      uid,
      batteryMv: 6900,
      dueAt: null,
    });
    expect(describeAlert([low(1)], outlookOf(run), now)).toMatchObject({
      title: 'AGM battery low',
      markerName: 'M2',
      detail: 'AGM 1 at M2: battery empty.',
    });
    const { detail, markerName } = describeAlert([low(1), low(2), low(3), low(4), low(5)], outlookOf(run), now);
    expect(markerName).toBeNull();
    expect(detail).toMatch(/^AGM 1 .* AGM 2 .* AGM 3 [^.]*\. And 2 more\.$/);
  });

  test.each<[string, Run, number, string]>([
    ['overdue past its latest time', plainRun(), 11_900, 'M1 2026-03-01 00:01:40 UTC, overdue by 3:16'],
    [
      'the one after a marker without an AGM, once the latest time there is over',
      withoutAgms(plainRun(), 'M1'),
      150,
      'M2 2026-03-01 00:03:20 UTC, in 0:00:50',
    ],
    [
      'silent if a passage further on waits for verification',
      { ...plainRun(), passages: [{ ...manualPassage('M2', after(200)), uid: 2, isVerified: false }] },
      11_900,
      'M1 2026-03-01 00:01:40 UTC, silent, but heard at M2, not verified',
    ],
    [
      'heard if its passage waits for verification',
      { ...plainRun(), passages: [{ ...manualPassage('M1', after(100)), uid: 1, isVerified: false }] },
      11_900,
      'M1 2026-03-01 00:01:40 UTC, heard there, not verified',
    ],
  ])('[W-104] describes the next marker as %s', (_, of, seconds, next) => {
    expect(describeNews({ event: 'launch' }, outlookOf(of), after(seconds)).next).toBe(next);
  });

  test.each<[string, Parameters<typeof describeNews>[0], Run, object]>([
    [
      'a launch',
      { event: 'launch' },
      plainRun(),
      {
        title: 'Launched',
        at: after(0),
        next: 'M1 2026-03-01 00:01:40 UTC, due now, at the latest 2026-03-01 00:02:17 UTC',
      },
    ],
    [
      'the receive',
      { event: 'receive', rev: 2 },
      { ...run, completedAt: after(500) },
      { title: 'Received', at: after(500), next: '' },
    ],
    [
      'a reopening',
      { event: 'reopened', rev: 3 },
      run,
      { title: 'Reopened', at: null, detail: expect.stringContaining('has not been received') },
    ],
    ['a device’s passage', { ...passed, passage: { ...passage, uid: 7 } }, run, { title: 'Passed M1' }],
    [
      'an unverified passage',
      { ...passed, passage: { ...passage, uid: 7, isVerified: false } },
      run,
      { title: 'Heard at M1, not verified' },
    ],
    [
      'a paused run',
      { event: 'launch' },
      { ...run, edit: { at: after(105), place: plainRun().path.markers[1] ?? LAUNCH_SITE, speed: 0 } },
      { next: 'M2: n/a (Paused)' },
    ],
  ])('describes %s', (_, news, of, expected) => {
    expect(describeNews(news, outlookOf(of), now)).toMatchObject(expected);
  });
});
