import type { TextReader } from '../language/reader.ts';
import type { ArrivalEvent } from '../run/estimate/arrival-events.ts';
import { isOverdue } from '../run/estimate/due.ts';
import type { Outlook } from '../run/estimate/outlook.ts';
import { writeBoth } from '../time/zoned-text.ts';
import { formatQuantity } from '../units/quantity.ts';

interface ArrivalWords {
  readonly summary: string;
  readonly description: string;
}

/** Title and text of an arrival in a calendar. An estimate is called one. */
export function describeArrival(
  event: ArrivalEvent,
  outlook: Outlook,
  now: number,
  { t, zone, units }: TextReader,
): ArrivalWords {
  const { confirmed } = outlook;
  const { pig, path, runId } = outlook.run;
  const names = { pig, marker: event.name };
  const write = (at: number) => writeBoth(at, zone);
  const line = t('{path}, run {run}, {distance} from the launch.', {
    path: path.name,
    run: runId,
    distance: formatQuantity('far', event.distanceM, units),
  });
  if (event.isCancelled)
    return {
      summary: t('{pig} at {marker}: run ended', names),
      description: [line, t('The run has ended. This estimate no longer applies.')].join('\n'),
    };
  const last =
    confirmed &&
    (confirmed.name === null
      ? t('As of the place set by hand at {time}.', { time: write(confirmed.at) })
      : t('As of the last confirmation at {marker}, {time}.', { marker: confirmed.name, time: write(confirmed.at) }));
  return {
    summary: event.isEnd
      ? t('{pig} at the receive site {marker} (estimate)', names)
      : t('{pig} at {marker} (estimate)', names),
    description: [
      t('Estimate: {time}.', { time: write(event.expectedAt) }),
      t('Earliest {earliest}, latest {latest}: four of five arrivals are in between.', {
        earliest: write(event.earliestAt),
        latest: write(event.latestAt),
      }),
      ...(isOverdue(outlook, event, now) ? [t('Overdue when this calendar was read.')] : []),
      ...(last ? [last] : []),
      line,
    ].join('\n'),
  };
}
