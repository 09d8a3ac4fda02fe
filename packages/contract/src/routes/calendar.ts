import { z } from 'zod';
import { id, utcSecond } from '../devices/fields.ts';
import { withPlainTexts } from '../plain-texts.ts';
import { COMPANY } from '../roles.ts';
import { defineRoute } from '../route.ts';

// Calendar feeds of arrival times. The address of a feed is its only secret: calendar programs send no token.

export const MOST_FEED_NAME = 80;
/** `user`: the active runs that its owner may see. `company`: all of the company. */
const FEED_KINDS = ['user', 'company'] as const;

const feed = z.object({
  id,
  kind: z.enum(FEED_KINDS),
  name: z.string(),
  madeBy: z.string(),
  createdAt: utcSecond,
  /** Rounded to an hour; null: never read. */
  lastReadAt: utcSecond.nullable(),
});
export type CalendarFeed = z.output<typeof feed>;

const exampleFeed = {
  id: 5,
  kind: 'user',
  name: 'My phone',
  madeBy: 'Dana Reyes',
  createdAt: '2026-03-18 00:06:51',
  lastReadAt: null,
} as const;

export const calendarRoutes = {
  listCalendarFeeds: defineRoute({
    method: 'GET',
    path: '/calendar-feeds',
    summary: 'The calendar feeds of the caller, and for an admin those of the company, without their addresses.',
    access: COMPANY,
    reply: z.array(feed),
    example: { reply: [exampleFeed] },
  }),
  addCalendarFeed: defineRoute({
    method: 'POST',
    path: '/calendar-feeds',
    summary: 'Makes a calendar feed of arrival times. The answer has its address, this once.',
    access: COMPANY,
    body: withPlainTexts(z.object({ kind: z.enum(FEED_KINDS), name: z.string().trim().min(1).max(MOST_FEED_NAME) })),
    reply: feed.extend({ address: z.string() }),
    status: 201,
    problems: ['too-many-calendar-feeds'],
    example: {
      body: { kind: 'user', name: 'My phone' },
      reply: {
        ...exampleFeed,
        address: 'https://waymark.example.com/api/calendar/dGhpcyBpcyBhbiBleGFtcGxlIGFuZCBubyBmZWVkIGF0IGE.ics',
      },
    },
  }),
  revokeCalendarFeed: defineRoute({
    method: 'DELETE',
    path: '/calendar-feeds/:id',
    summary: 'Revokes a calendar feed: its address answers 404 from now on.',
    access: COMPANY,
    params: z.object({ id: z.coerce.number().pipe(id) }),
    reply: z.object({}),
    problems: ['calendar-feed-not-found'],
    example: { params: { id: 5 }, reply: {} },
  }),
  readCalendar: defineRoute({
    method: 'GET',
    path: '/calendar/:secret',
    anyParams: true,
    summary: 'The feed with this address (iCalendar): when pigs are expected at the next markers and at the end.',
    access: 'public',
    params: z.object({ secret: z.string().min(1).max(100) }),
    reply: z.string(),
    media: 'text/calendar',
    problems: ['calendar-feed-not-found'],
    example: {
      params: { secret: 'dGhpcyBpcyBhbiBleGFtcGxlIGFuZCBubyBmZWVkIGF0IGE.ics' },
      reply: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Waymark//Arrival times//EN\r\nEND:VCALENDAR\r\n',
    },
  }),
};
