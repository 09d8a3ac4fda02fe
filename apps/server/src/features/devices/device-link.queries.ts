import { sql } from 'kysely';

/** Of `devices` with its state. null: it has an IMEI and has not reported, so either link may be its own. */
export const linkOfDevice = sql<boolean | null>`case when device_states.is_iridium then true
  when device_states.heard_at is null and devices.imei is not null then null else false end`.as('is_iridium');
