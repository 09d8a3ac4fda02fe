import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Rejection } from './device-message.ts';
import { hideSecrets } from './rejections.ts';
import { heartbeatAt, NOW, openTestDoor, type TestDoor } from './testing/test-door.ts';

const UID = 100_234;
const OTHER = 100_235;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const bytes = (text: string) => new TextEncoder().encode(text);

let door: TestDoor;
beforeAll(async () => {
  door = await openTestDoor([UID, OTHER]);
});
afterAll(() => door.close());
beforeEach(async () => {
  door.setNow(NOW);
  await door.query('truncate rejected_messages, rejected_counts');
});

const refuse = (change: Partial<Rejection> = {}) =>
  door.receiver.refuse({
    reason: 'field',
    detail: 'battery: expected number',
    link: 'cellular',
    receivedAt: NOW,
    uid: UID,
    sender: 'agm-100234',
    topic: 'agm/v1/100234/up/hb',
    payload: bytes('{}'),
    ...change,
  });
const list = <Row extends object>(columns: string) =>
  door.query<Row>(`select ${columns} from rejected_messages order by last_at, id`);
const text = "convert_from(payload, 'UTF8') as text";

describe('rejected messages of one device and reason', () => {
  test('[W-166] rejected messages share a row per hour: count, first and last time, detail and bytes of the newest', async () => {
    await refuse({ payload: bytes('first') });
    await refuse({ receivedAt: NOW + MINUTE, payload: bytes('second'), detail: 'lat: too big' });
    await refuse({ receivedAt: NOW + HOUR, payload: bytes('next hour') });
    expect(await list(`count, first_at, last_at, detail, size, ${text}`)).toEqual([
      {
        count: 2,
        first_at: new Date(NOW),
        last_at: new Date(NOW + MINUTE),
        detail: 'lat: too big',
        size: 6,
        text: 'second',
      },
      {
        count: 1,
        first_at: new Date(NOW + HOUR),
        last_at: new Date(NOW + HOUR),
        detail: 'battery: expected number',
        size: 9,
        text: 'next hour',
      },
    ]);
  });

  test('[W-166] rejected messages have a row per link and reason', async () => {
    await Promise.all([refuse(), refuse({ link: 'bluetooth' }), refuse({ reason: 'topic' }), refuse({ uid: OTHER })]);
    expect(await list('uid, link, reason, count')).toHaveLength(4);
  });

  test('[W-166] a rejected message keeps 2 KiB of its bytes and its total length', async () => {
    await refuse({ payload: new Uint8Array(5000).fill(65) });
    expect(await list('size, length(payload) as kept')).toEqual([{ size: 5000, kept: 2048 }]);
  });

  test('[W-166] a device has at most 200 rows of rejected messages: the oldest are deleted', async () => {
    await door.query(
      `insert into rejected_messages (group_id, uid, sender, subject, reason, link, hour, first_at, last_at, count, detail, topic, size, payload)
       select 1, $1::bigint, '', 'agm ' || $1::bigint, 'field', 'cellular', at, at, at, 1, '', '', 0, '' from generate_series(1, 200) n,
       lateral (select $2::timestamptz - make_interval(hours => n) as at) as times`,
      [UID, new Date(NOW)],
    );
    await refuse({ uid: OTHER });
    await refuse();
    expect(
      await door.query(
        'select uid, count(*) as n, min(last_at) as oldest from rejected_messages group by uid order by uid',
      ),
    ).toEqual([
      { uid: UID, n: 200, oldest: new Date(NOW - 199 * HOUR) },
      { uid: OTHER, n: 1, oldest: new Date(NOW) },
    ]);
  });
});

describe('rejected messages without a device', () => {
  const stranger = (n: number) => refuse({ uid: null, reason: 'unknown-imei', sender: `3002340${n}` });

  test('[W-168] unknown senders belong to no company; 200 an hour have their own row, the others share one', async () => {
    await Promise.all(Array.from({ length: 260 }, (_, n) => stranger(n)));
    expect(
      await door.query(
        'select group_id, subject = $1 as rest, sum(count) as n from rejected_messages group by 1, 2 order by 2',
        ['others'],
      ),
    ).toEqual([
      { group_id: null, rest: false, n: '200' },
      { group_id: null, rest: true, n: '60' },
    ]);
  });

  test('[W-168] a sender that names an unknown uid belongs to no company', async () => {
    await door.send(999_999, heartbeatAt(NOW));
    expect(await list('group_id, uid, reason')).toEqual([{ group_id: null, uid: 999_999, reason: 'unknown-device' }]);
  });

  test('[W-166] a sender may have any text as its name', async () => {
    door.setNow(NOW + HOUR);
    await Promise.all(['a\0b', 'a\u0001b', 'a\uD835', '𝐀'.repeat(90)].map((sender) => refuse({ uid: null, sender })));
    expect(await list('sender, count')).toEqual(
      expect.arrayContaining([
        { sender: 'a·b', count: 2 },
        { sender: 'a·', count: 1 },
      ]),
    );
  });
});

describe('rejected messages of a moved device', () => {
  afterEach(() => door.query('update devices set group_id = 1 where uid = $1', [UID]));

  test('[W-168] rejected messages stay with the company that had the device at the time', async () => {
    await refuse();
    await door.query('update devices set group_id = 2 where uid = $1', [UID]);
    await refuse();
    await refuse();
    expect(await list('group_id, count')).toEqual([
      { group_id: 1, count: 1 },
      { group_id: 2, count: 2 },
    ]);
  });
});

describe('rejected messages with a secret', () => {
  test.each([
    ['{"password":"hunter2","t":1}', '{"password":"*******","t":1}'],
    ['{"messageKey" : "6b65","x":"plain"}', '{"messageKey" : "****","x":"plain"}'],
    ['{"streamCookie":"abc', '{"streamCookie":"***'],
    [String.raw`{"token":"a\"b","lat":1}`, '{"token":"****","lat":1}'],
    ['{"passage":"kept"}', '{"passage":"kept"}'],
  ])('[W-166] hideSecrets turns %s into %s', (sent, kept) => {
    expect(new TextDecoder().decode(hideSecrets(bytes(sent)))).toBe(kept);
  });

  test('[W-166] a rejected message is stored without its secret', async () => {
    await refuse({ payload: bytes('{"username":"100234","password":"Zm9y"') });
    expect(await list(text)).toEqual([{ text: '{"username":"100234","password":"****"' }]);
  });
});
