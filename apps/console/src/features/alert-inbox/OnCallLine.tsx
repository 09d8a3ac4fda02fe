import { useQuery } from '@tanstack/react-query';
import { parseUtc } from '@waymark/domain/time/utc';
import { writeTime } from '@waymark/domain/time/zoned-text';
import { queryApi } from '#/api/query.ts';
import { t } from '#/language/t.ts';

const REFRESH_MS = 60_000;
const onCallNowQuery = { ...queryApi('GET /on-call/now'), staleTime: 0, meta: { isShownInPlace: true } };

/** Who gets the alerts that no user acknowledges, for all users of a company; nothing for one without a roster. */
export function OnCallLine() {
  const { data } = useQuery({ ...onCallNowQuery, refetchInterval: REFRESH_MS });
  if (!data || (data.name === null && data.until === null)) return null;
  const { name, until, timeZone } = data;
  const end = until === null ? null : parseUtc(until);
  return (
    <span>
      {name === null
        ? t('No one is on call now: alerts go to the administrators.')
        : t('On call now: {name}.', { name })}{' '}
      {end?.ok && t('Until {time}.', { time: writeTime(end.value, timeZone, 'minute') })}
    </span>
  );
}
