import { expect, test } from 'vitest';
import { findZone } from './zone-of-place.ts';

test.each([
  ['Cushing', 35.985, -96.767, 'America/Chicago'],
  ['west of the border of Indiana', 40.52, -87.6, 'America/Chicago'],
  ['east of it', 40.52, -87.4, 'America/Indiana/Indianapolis'],
  ['Berlin', 52.52, 13.4, 'Europe/Berlin'],
  ['Kathmandu', 27.7, 85.3, 'Asia/Kathmandu'],
  ['Lord Howe', -31.55, 159.08, 'Australia/Lord_Howe'],
  ['the Gulf of Mexico', 26, -92, 'Etc/GMT+6'],
])('[W-310] findZone finds the zone of %s', (_, lat, lon, zone) => {
  expect(findZone({ lat, lon })).toBe(zone);
});
