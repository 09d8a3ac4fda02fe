import { afterEach, beforeEach, expect, test } from 'vitest';
import { openOlderDatabase, type OlderDatabase } from './testing/older-database.ts';

// Migrations of a server that has records already.

const UID = 100_234;

let old: OlderDatabase;
beforeEach(async () => {
  old = await openOlderDatabase('0028');
  await old.query(`insert into groups (name) values ('One')`);
});
afterEach(() => old.close());

/** A passage of a run: `frequencies` of the records that the device has sent, in the order ELF, GEO, MAG. */
async function addPassage(
  minute: number,
  placed: { runId: number; frequency: number; isVerified: boolean },
  frequencies: readonly number[],
) {
  const at = new Date(Date.UTC(2026, 2, 18, 12, minute));
  for (const [kind, frequency] of frequencies.entries())
    await old.query(
      `insert into passages (uid, end_of_snip_at, kind, group_id, passage_at, received_at, psg_seq, detection_count,
         frequency, is_offline, is_bluetooth, sampling_rate)
       values ($1, $2, $3, 1, $2, $2, $4, 1, $5, false, false, 16.667)`,
      [UID, at, kind, minute, frequency],
    );
  await old.query(
    `insert into pig_run_passages (run_id, marker_name, passage_at, uid, end_of_snip_at, is_verified, mag_id, frequency, is_offline, is_bluetooth)
     values ($1, 'M1', $2, $3, $2, $4, 1, $5, false, false)`,
    [placed.runId, at, UID, placed.isVerified, placed.frequency],
  );
}

const readFrequencies = async () =>
  (await old.query<{ frequency: number }>('select frequency from pig_run_passages order by passage_at')).map(
    ({ frequency }) => frequency,
  );

test('[W-109][W-195] an update gives passages with MAG the frequency of their transmitter, and leaves the others', async () => {
  await old.query(
    `create table passages_2026_03 partition of passages for values from ('2026-03-01+00') to ('2026-04-01+00')`,
  );
  await old.query(`insert into pig_runs (group_id, pig, path) values (1, 'A', '{}')`);
  const verified = { runId: 1, isVerified: true };
  await addPassage(1, { ...verified, frequency: 0 }, [22, 0, 0]);
  await addPassage(2, { ...verified, frequency: 0 }, [0, 0, 0]);
  await addPassage(3, { ...verified, frequency: 15 }, [22, 0, 0]);
  await addPassage(4, { ...verified, frequency: 0 }, []);
  // A later migration moves the values of passages with records into these.
  await old.update('0036');
  expect(await readFrequencies()).toEqual([22, 0, 15, 0]);
});

test('[W-093][W-195] after an update unverified passages of active runs count as decided by people', async () => {
  await old.query(
    `insert into pig_runs (group_id, pig, path, recieve_at) values (1, 'A', '{}', null), (1, 'B', '{}', now())`,
  );
  await addPassage(1, { runId: 1, frequency: 0, isVerified: false }, []);
  await addPassage(2, { runId: 1, frequency: 0, isVerified: true }, []);
  await addPassage(3, { runId: 2, frequency: 0, isVerified: false }, []);
  await old.update();
  expect(await old.query('select run_id::int, uid::int, end_of_snip_at from pig_run_decided_passages')).toEqual([
    { run_id: 1, uid: UID, end_of_snip_at: new Date('2026-03-18T12:01:00Z') },
  ]);
});

test('[W-092][W-195] samples that waited for their passage before an update still wait', async () => {
  await old.query(
    `insert into early_waveforms (uid, psg_seq, kind, is_snippet, data, received_at)
     values ($1, 7, 0, false, '\\x01', now()), ($1, 7, 1, false, '\\x02', now()), ($1, 8, 0, true, '\\x01', now())`,
    [UID],
  );
  await old.update();
  expect(
    await old.query('select psg_seq::int, kind, end_of_snip_at from early_waveforms order by psg_seq, kind'),
  ).toEqual([
    { psg_seq: 7, kind: 0, end_of_snip_at: null },
    { psg_seq: 7, kind: 1, end_of_snip_at: null },
    { psg_seq: 8, kind: 0, end_of_snip_at: null },
  ]);
});

test('[W-131][W-195] after an update a user whose phone had sent STOP is opted out', async () => {
  const phones = ['+1 918 555 0100', '918 555 0100', '0049 30 123456', '+1 918 555 0199', ''];
  for (const [at, phone] of phones.entries())
    await old.query(
      `insert into users (group_id, email, name, phone, role, is_opted_in) values (1, $1, 'A', $2, 'viewer', true)`,
      [`${at}@company.test`, phone],
    );
  await old.query(`insert into stopped_phones (phone) values ('19185550100'), ('4930123456')`);
  await old.update();
  expect(await old.query('select phone from users where is_opted_in order by id')).toEqual([
    { phone: '+1 918 555 0199' },
    { phone: '' },
  ]);
});
