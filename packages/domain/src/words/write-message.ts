import type { Place } from '../geo/great-circle.ts';
import type { RunId } from '../ids.ts';
import { USUAL_READER, type TextReader } from '../language/reader.ts';
import type { Run } from '../run/run.ts';
import { writeBoth } from '../time/zoned-text.ts';
import type { Words } from './run-messages.ts';

// The same words as a mail, a text message and a push. They must read well on a phone.

/** A push also names the address that it opens, on the console's own site. */
export interface Message {
  readonly subject: string;
  readonly text: string;
  readonly opens?: string;
}

/** As much of a run as a message names. */
export interface NamedRun extends Pick<Run, 'runId' | 'pig'> {
  readonly path: Pick<Run['path'], 'name'>;
}

/** How a message lets its reader acknowledge its alerts; `number`: what they reply to a text message. */
export type AnswerBy = { readonly by: 'link' } | { readonly by: 'number'; readonly number: number };

export interface MessageParts {
  readonly publicUrl: string;
  readonly now: number;
  /** Absent: there is nothing to acknowledge. */
  readonly answer?: AnswerBy | undefined;
}

/** Stands in a stored mail for the link, which is made when the mail is sent. */
export const ANSWER_LINK_PLACE = '(the link is made when this message is sent)';

/** The token stands behind the hash: browsers send it to no server, and no proxy logs it. */
export const linkToAnswer = (publicUrl: string, token: string): string => `${publicUrl}/acknowledge#token=${token}`;

/** A text message with directions is at most this long: two of a phone's own messages. */
const MOST_TEXT = 306;
const MOST_PUSH_TITLE = 120;
const MOST_PUSH_BODY = 400;

export function linkToRun(publicUrl: string, runId: RunId, markerName: string | null): string {
  const marker = markerName === null ? '' : `&markerName=${encodeURIComponent(markerName)}`;
  return `${publicUrl}/?runId=${runId}${marker}`;
}

/** Opens the way to a place in the map program of a phone. */
export const linkToDirections = ({ lat, lon }: Place): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${Number(lat.toFixed(6))},${Number(lon.toFixed(6))}`;

const joinFilled = (parts: readonly string[], mark: string) => parts.filter((part) => part !== '').join(mark);

const cut = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);

/** The lines with what a reader can open. */
export function writeMailLinks(
  map: string,
  place: Place | null,
  answer: AnswerBy | undefined,
  { t }: TextReader,
): string {
  return joinFilled(
    [
      answer ? t('Acknowledge: {link}', { link: ANSWER_LINK_PLACE }) : '',
      t('Map: {link}', { link: map }),
      place ? t('Directions: {link}', { link: linkToDirections(place) }) : '',
    ],
    '\n',
  );
}

export function writeMail(
  { runId, pig, path }: NamedRun,
  words: Words,
  { publicUrl, now, answer }: MessageParts,
  reader: TextReader = USUAL_READER,
): Message {
  const { t, zone } = reader;
  const { title, markerName, place, at, detail, next } = words;
  const lines = [
    t('Run: {run}', { run: path.name }),
    t('Pig: {pig}', { pig }),
    markerName === null ? '' : t('Marker: {marker}', { marker: markerName }),
    t('Time: {time}', { time: writeBoth(at ?? now, zone) }),
    next === '' ? '' : t('Next: {next}', { next }),
  ];
  const links = writeMailLinks(linkToRun(publicUrl, runId, markerName), place, answer, reader);
  const parts = [title, detail, joinFilled(lines, '\n'), links];
  return { subject: `${pig}: ${title} (${path.name})`, text: `${joinFilled(parts, '\n\n')}\n` };
}

/** The number that a user replies with. */
export const writeReplyHint = (answer: AnswerBy | undefined, { t }: TextReader): string =>
  answer?.by === 'number' ? t('Reply ACK {number} to acknowledge.', { number: answer.number }) : '';

/** The same in one line, so that a phone shows all of it. Directions are left out where they would make it too long. */
export function writeText(
  { runId, pig, path }: NamedRun,
  words: Words,
  { publicUrl, now, answer }: MessageParts,
  reader: TextReader = USUAL_READER,
): Message {
  const { t, zone } = reader;
  const { title, markerName, place, at, detail, next } = words;
  const sentences = [
    t('{run}, pig {pig}: {news}.', { run: path.name, pig, news: `${title} ${writeBoth(at ?? now, zone)}` }),
    detail,
    next === '' ? '' : t('Next {next}.', { next }),
    writeReplyHint(answer, reader),
  ];
  const map = linkToRun(publicUrl, runId, markerName);
  const directions = place ? linkToDirections(place) : '';
  const [short, long] = ['', directions].map((way) => joinFilled([...sentences, way, map], ' '));
  return { subject: title, text: long !== undefined && long.length <= MOST_TEXT ? long : (short ?? '') };
}

/** A title and a few words: a phone shows no more. */
export function writePush(
  { runId, pig, path }: NamedRun,
  { title, markerName, at }: Words,
  { now }: MessageParts,
  { zone }: TextReader = USUAL_READER,
): Message {
  const where = markerName === null ? path.name : `${path.name}, ${markerName}`;
  return {
    subject: cut(`${pig}: ${title}`, MOST_PUSH_TITLE),
    text: cut(`${where}\n${writeBoth(at ?? now, zone)}`, MOST_PUSH_BODY),
    opens: linkToRun('', runId, markerName),
  };
}

export const WRITERS = { mail: writeMail, sms: writeText, push: writePush } as const;
export type MessageMedium = keyof typeof WRITERS;
