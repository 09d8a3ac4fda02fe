import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';
import { mergeList } from '../../platform/database/merge-list.ts';

type Parameters = Readonly<Record<string, unknown>>;

const readNumber = (parameters: Parameters, name: string): number | null => {
  const value = parameters[name];
  return typeof value === 'number' ? value : null;
};
const readFour = (parameters: Parameters, name: string) =>
  [0, 1, 2, 3].map((at) => readNumber(parameters, `${name}${at}`));

interface AcceptedCommand {
  readonly uid: number;
  /** Under the parameter names of commands. */
  readonly parameters: Parameters;
  readonly at: number;
}

/** Updates the last settings of a device from an accepted command, unless the device has reported newer ones. */
export async function storeAcceptedSettings(change: Change, { uid, parameters, at }: AcceptedCommand): Promise<void> {
  await sql`
    update device_states set
      power_mode = coalesce(${readNumber(parameters, 'powerMode')}::smallint, power_mode),
      schedule = coalesce(${readNumber(parameters, 'connectSchedule')}::smallint, schedule),
      record_mode = coalesce(${readNumber(parameters, 'recordMode')}::smallint, record_mode),
      geo_mode = coalesce(${readNumber(parameters, 'GeoMode')}::smallint, geo_mode),
      stream_mode = coalesce(${readNumber(parameters, 'streamMode')}::smallint, stream_mode),
      psg_state = coalesce(${readNumber(parameters, 'psgState')}::smallint, psg_state),
      psg_size = coalesce(${readNumber(parameters, 'psgSize')}::smallint, psg_size),
      frequencies = ${mergeList('frequencies', readFour(parameters, 'frequency'))},
      sensitivities = ${mergeList('sensitivities', readFour(parameters, 'sensitivity'))},
      enables = ${mergeList('enables', readFour(parameters, 'enable'))}
    where uid = ${uid} and (settings_at is null or settings_at <= ${new Date(at)} or settings_at > clock_timestamp())`.execute(
    change.db,
  );
}
