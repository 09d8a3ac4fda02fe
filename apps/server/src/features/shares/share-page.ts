import { randomUUID } from 'node:crypto';
import type { RouteReply } from '@waymark/contract/route';
import type { sharesRoutes } from '@waymark/contract/routes/shares';
import type { Course } from '@waymark/domain/run/estimate/course';
import { reckon } from '@waymark/domain/run/estimate/estimate';
import type { Run } from '@waymark/domain/run/run';
import { runAsOf, showRun } from '@waymark/domain/run/show-run';
import type { UnitSystem } from '@waymark/domain/units/system';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { FoundShare } from './shares.queries.ts';

export type SharePage = Omit<RouteReply<typeof sharesRoutes.readShare>, 'pass'>;

const MINUTE_MS = 60_000;
/** A password is asked for again after this time. */
const PASS_MS = 12 * 60 * MINUTE_MS;

interface PageParts {
  readonly share: Pick<FoundShare, 'delay_minutes' | 'expires_at' | 'hides_places'>;
  readonly run: Run;
  readonly course: Course;
  readonly units: UnitSystem;
  readonly now: number;
}

/** Builds the page of a link. With a delay it shows the run as of then. */
export function buildSharePage({ share, run, course, units, now }: PageParts): SharePage {
  const { delay_minutes: delayMinutes, expires_at: expiresAt, hides_places: hidesPlaces } = share;
  const shownAt = now - delayMinutes * MINUTE_MS;
  const known = delayMinutes === 0 ? run : runAsOf(run, shownAt);
  const tracked = { run: known, course, reckoning: reckon(known, course) };
  return {
    now: shownAt,
    delayMinutes,
    expiresAt: expiresAt.getTime(),
    units,
    run: showRun(tracked, shownAt, { withPlaces: !hidesPlaces }),
  };
}

/** Replaces the password of a link for twelve hours, so that a page that reads again compares no hash. */
export function makePass(box: SecretBox, shareId: number, now: number): string {
  return box.seal(JSON.stringify([shareId, now + PASS_MS, randomUUID()])).toString('base64url');
}

export function isPass(
  box: SecretBox,
  { pass, shareId }: { readonly pass: string; readonly shareId: number },
  now: number,
) {
  try {
    const [id, until] = JSON.parse(box.open(Buffer.from(pass, 'base64url'))) as readonly unknown[];
    return id === shareId && typeof until === 'number' && until > now;
  } catch {
    return false;
  }
}
