import type { RouteInput, RouteReply } from '@waymark/contract/route';
import type { sharesRoutes } from '@waymark/contract/routes/shares';
import type { Course } from '@waymark/domain/run/estimate/course';
import type { Run } from '@waymark/domain/run/run';
import { systemScope } from '../../platform/access/scope.ts';
import { BriefMemory } from '../../platform/brief-memory.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Database } from '../../platform/database/database.ts';
import { systemOrigin, type Call } from '../../platform/http/call.ts';
import { addressKey } from '../../platform/http/limits/address-key.ts';
import { problem } from '../../platform/http/problem.ts';
import { findRun } from '../runs/runs.queries.ts';
import { hashToken } from '../../platform/crypto/random-token.ts';
import { checkSharedPassword } from '../session/session.api.ts';
import { findCompany } from '../users/users.queries.ts';
import { findOpenShare, isCounted, type FoundShare } from './shares.queries.ts';
import { countVisit } from './shares.store.ts';
import { randomUUID } from 'node:crypto';
import { reckon } from '@waymark/domain/run/estimate/estimate';
import { runAsOf, showRun } from '@waymark/domain/run/show-run';
import type { UnitSystem } from '@waymark/domain/units/system';

type SharePage = Omit<RouteReply<typeof sharesRoutes.readShare>, 'pass'>;

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
function buildSharePage({ share, run, course, units, now }: PageParts): SharePage {
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
function makePass(box: SecretBox, shareId: number, now: number): string {
  return box.seal(JSON.stringify([shareId, now + PASS_MS, randomUUID()])).toString('base64url');
}

function isPass(box: SecretBox, { pass, shareId }: { readonly pass: string; readonly shareId: number }, now: number) {
  try {
    const [id, until] = JSON.parse(box.open(Buffer.from(pass, 'base64url'))) as readonly unknown[];
    return id === shareId && typeof until === 'number' && until > now;
  } catch {
    return false;
  }
}

/** Visitors of one link share a reading of this age. */
const KEEP_MS = 3000;

type Sent = RouteInput<typeof sharesRoutes.readShare>['body'];

interface Parts {
  readonly database: Database;
  readonly box: SecretBox;
  /** The course of a run, cached for active ones. */
  readonly courseOf: (run: Run) => Course;
  readonly now: () => number;
}

/** Answers readers of a link, who have no account. */
export class ShareReading {
  readonly #parts: Parts;
  readonly #pages: BriefMemory<number, SharePage>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#pages = new BriefMemory(KEEP_MS, parts.now);
  }

  async read(call: Call, { token, password, pass }: Sent) {
    const share = await findOpenShare(this.#reader(), hashToken(token));
    if (!share) throw problem('share-not-found');
    const given = await this.#checkPassword(call, share, { password, pass });
    const page = await this.#pages.get(share.id, () => this.#build(share));
    await this.#count(call, share);
    return { ...page, pass: given };
  }

  #reader() {
    return this.#parts.database.read(systemScope('shared run'));
  }

  /** The pass for the next reading; null: the link has no password. */
  async #checkPassword(
    call: Call,
    { id, password_hash: stored }: FoundShare,
    { password, pass }: Pick<Sent, 'password' | 'pass'>,
  ): Promise<string | null> {
    const { database, box, now } = this.#parts;
    if (stored === null) return null;
    if (pass !== undefined && isPass(box, { pass, shareId: id }, now())) return pass;
    if (password === undefined) throw problem('share-password-needed');
    const refusal = () => problem('share-password-wrong');
    await checkSharedPassword(database, call, { account: `share:${id}`, stored, password, refusal });
    return makePass(box, id, now());
  }

  async #build(share: FoundShare): Promise<SharePage> {
    const { courseOf, now } = this.#parts;
    const reader = this.#reader();
    const run = await findRun(reader, share.run_id);
    const company = await findCompany(reader, share.group_id);
    if (!run || !company) throw problem('share-not-found');
    return buildSharePage({ share, run, course: courseOf(run), units: company.units, now: now() });
  }

  /** Once an hour for each address with its browser, of which only a keyed hash is stored. */
  async #count(call: Call, { id }: FoundShare): Promise<void> {
    const { database, box } = this.#parts;
    const visitor = box.derive('visitor of a share', `${id} ${addressKey(call.address)} ${call.userAgent}`);
    if (await isCounted(this.#reader(), id, visitor)) return;
    await database.change(systemOrigin('visit of a share', call), (change) => countVisit(change, id, visitor));
  }
}
