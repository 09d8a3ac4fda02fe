import type { Hearing } from '#/features/commands/hearing.view.ts';
import { t } from '#/language/t.ts';
import type { SessionState, StreamRequest } from './session/session-types.ts';

// The notice in front of the plots while they show nothing new.

export interface StreamNotice {
  readonly title: string;
  readonly text: string;
  /** The notice disappears by itself: show a spinner. */
  readonly isWaiting: boolean;
  /** The device can be asked to stream again. */
  readonly canAsk?: true;
}

type Shown = Pick<SessionState, 'source' | 'maySend' | 'request' | 'requestNote'> & {
  readonly status: Pick<SessionState['status'], 'streamTime' | 'isSilent'>;
};

interface Seen {
  readonly state: Shown;
  /** null: the device is not in the list. */
  readonly hearing: Hearing | null;
  readonly isOffline: boolean;
  /** Seconds since the last frame. */
  readonly silentS: number;
}

const AWAY_TITLES: Readonly<Record<Hearing['state'], string>> = {
  connected: t('Waiting for the device'),
  asleep: t('The device is asleep'),
  shutdown: t('The device is shut down'),
  offline: t('The device is offline'),
  satellite: t('A satellite device does not stream'),
};

const SATELLITE: StreamNotice = {
  title: AWAY_TITLES.satellite,
  text: t('It has only its calls over satellite, which carry single passages.'),
  isWaiting: false,
};

const isAway = (hearing: Hearing | null): hearing is Hearing => hearing !== null && hearing.state !== 'connected';

/** The notice for each state of the request to the device. */
const ASKED: Readonly<Record<Exclude<StreamRequest, 'none' | 'satellite' | 'refused'>, string>> = {
  bluetooth: t('It streams over Bluetooth: whoever stands beside it starts it there.'),
  queued: t('StreamEnable is queued; the device has not answered yet.'),
  answered: t('The device has accepted StreamEnable. Its first data comes within seconds.'),
  'given-up': t('It did not answer StreamEnable, and the command was deleted.'),
  failed: t('The server was not reached, so the device was not asked to stream.'),
};

function describeRequest({ maySend, request, requestNote }: Shown): string {
  if (request === 'refused')
    return requestNote === null
      ? t('StreamEnable was refused.')
      : t('StreamEnable was refused: {reason}', { reason: requestNote });
  if (request !== 'none' && request !== 'satellite') return ASKED[request];
  return maySend
    ? t('The device is asked to stream.')
    : t('It comes when the device streams: an admin starts it by opening this dialog.');
}

/** An accepted device sends within seconds; after this time without data the user may ask again. */
const WORTH_ASKING_S = 30;
const mayAsk = (isSo: boolean) => (isSo ? ({ canAsk: true } as const) : {});

const isOver = (request: StreamRequest) => request === 'refused' || request === 'given-up' || request === 'failed';

function describeStart({ state, hearing, silentS }: Omit<Seen, 'isOffline'>): StreamNotice {
  if (state.request === 'satellite' || hearing?.state === 'satellite') return SATELLITE;
  if (isOver(state.request))
    return {
      title: t('The device does not stream'),
      text: describeRequest(state),
      isWaiting: false,
      ...mayAsk(state.maySend),
    };
  const when = isAway(hearing) ? ` ${hearing.text}` : '';
  return {
    title: AWAY_TITLES[hearing?.state ?? 'connected'],
    text: describeRequest(state) + when,
    isWaiting: true,
    ...mayAsk(state.maySend && state.request === 'answered' && silentS >= WORTH_ASKING_S),
  };
}

function describeSilence({ state, hearing, silentS: seconds }: Omit<Seen, 'isOffline'>): StreamNotice {
  const { maySend, request } = state;
  const time =
    seconds < 60
      ? t('{seconds} s', { seconds })
      : t('{minutes} min {seconds} s', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
  return {
    title: t('No data for {time}', { time }),
    text: isAway(hearing) ? `${AWAY_TITLES[hearing.state]}.` : '',
    isWaiting: true,
    ...mayAsk(maySend && (request === 'answered' || isOver(request))),
  };
}

/** null: no notice is needed. */
export function describeNotice({ isOffline, ...seen }: Seen): StreamNotice | null {
  const { state } = seen;
  const { streamTime, isSilent } = state.status;
  if (streamTime !== null && !isSilent) return null;
  if (state.source === 'replay') {
    return streamTime === null
      ? { title: t('Opening the recording'), text: '', isWaiting: true }
      : { title: t('The recording is over'), text: '', isWaiting: false };
  }
  if (isOffline)
    return { title: t('You are offline'), text: t('The stream goes on once the connection is back.'), isWaiting: true };
  return streamTime === null ? describeStart(seen) : describeSilence(seen);
}
