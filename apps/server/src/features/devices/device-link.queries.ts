import { sql } from 'kysely';

/** The link of a device, from `devices` joined with its state; null: it has an IMEI and no report yet, so the link is unknown. */
export const linkOfDevice = sql<boolean | null>`case when device_states.is_iridium then true
  when device_states.heard_at is null and devices.imei is not null then null else false end`.as('is_iridium');
