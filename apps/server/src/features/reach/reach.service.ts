import { randomUUID } from 'node:crypto';
import type { RouteInput } from '@waymark/contract/route';
import type { Reach, reachRoutes } from '@waymark/contract/routes/reach';
import { describeUserAgent } from '@waymark/domain/account/user-agent';
import type { UserId } from '@waymark/domain/ids';
import type { Translate } from '@waymark/domain/language/translate';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Change } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { originOf, type SignedInCall } from '../../platform/http/call.ts';
import { problem } from '../../platform/http/problem.ts';
import type { AllowedHosts } from '../../platform/outbound/allowed-hosts.ts';
import { findAddressFault } from '../../platform/outbound/find-target.ts';
import * as outbox from '../outbox/outbox.api.ts';
import { hasRecent } from '../outbox/outbox.queries.ts';
import { listRecipients, readerOf, type Recipient } from '../users/recipients.queries.ts';
import { lockUser } from '../users/users.queries.ts';
import { removeBrowser, storeBrowser } from './browsers.store.ts';
import { readReach, type SetUp } from './reach.queries.ts';

type SentBrowser = RouteInput<typeof reachRoutes.addBrowser>['body'];
type TestMedium = RouteInput<typeof reachRoutes.sendTest>['body']['medium'];

export interface ReachParts {
  readonly database: Database;
  readonly box: SecretBox;
  readonly setUp: SetUp;
  /** The hosts of push services that requests may reach although they are private. */
  readonly allowed: AllowedHosts;
  readonly publicUrl: string;
}

/** Lengths of a P-256 point and of an authentication secret, in bytes. */
const POINT = 65;
const AUTH = 16;
const TEST_EVERY_S = 30;

const readerOfChange = ({ db, scope }: Change) => ({ db, scope });

function checkBrowser({ endpoint, keys }: SentBrowser, allowed: AllowedHosts): void {
  if (findAddressFault(endpoint, allowed) !== null) throw problem('push-address-refused');
  const point = Buffer.from(keys.p256dh, 'base64url');
  const isPoint = point.length === POINT && point[0] === 4;
  if (!isPoint || Buffer.from(keys.auth, 'base64url').length !== AUTH) throw problem('push-key-refused');
}

export function addBrowser(
  { database, box, setUp, allowed }: ReachParts,
  call: SignedInCall,
  sent: SentBrowser,
): Promise<Reach> {
  checkBrowser(sent, allowed);
  const { userId } = call.actor;
  return database.change(originOf(call), async (change) => {
    await storeBrowser(change, {
      userId,
      endpoint: sent.endpoint,
      publicKey: sent.keys.p256dh,
      sealedAuth: box.seal(sent.keys.auth),
      name: describeUserAgent(call.userAgent).slice(0, 100),
    });
    return readReach(readerOfChange(change), userId, setUp);
  });
}

export function dropBrowser({ database, setUp }: ReachParts, call: SignedInCall, id: number): Promise<Reach> {
  const { userId } = call.actor;
  return database.change(originOf(call), async (change) => {
    if (!(await removeBrowser(change, userId, id))) throw problem('browser-not-found');
    return readReach(readerOfChange(change), userId, setUp);
  });
}

function addressOf({ email, phone, hasPush }: Recipient, medium: TestMedium, userId: UserId) {
  if (medium === 'email') return { medium: 'mail', to: email } as const;
  if (medium === 'sms') return phone === null ? null : ({ medium, to: phone, userId } as const);
  return hasPush ? ({ medium, to: email, userId, opens: '/' } as const) : null;
}

const writeTest = (t: Translate, publicUrl: string, medium: TestMedium) => {
  const text = t('This is a test of Waymark: messages reach you here.');
  return { subject: t('Test message'), text: medium === 'push' ? text : `${text} ${publicUrl}` };
};

/** Sends the caller a message to one of their addresses. */
export function sendTest(
  { database, setUp, publicUrl }: ReachParts,
  call: SignedInCall,
  medium: TestMedium,
): Promise<Reach> {
  const { userId, groupId } = call.actor;
  return database.change(originOf(call), async (change) => {
    const reader = readerOfChange(change);
    const recipient = (await listRecipients(reader, [userId])).get(userId);
    const address = recipient && addressOf(recipient, medium, userId);
    if (!address) throw problem('not-reachable');
    const { t } = readerOf(recipient, null);
    const keyStart = `test ${userId} `;
    await lockUser(reader, userId);
    if (await hasRecent(reader, { ...address, keyStart, seconds: TEST_EVERY_S }))
      throw problem('test-too-soon', { retryAfterS: TEST_EVERY_S });
    const dedupeKey = `${keyStart}${randomUUID()}`;
    await outbox.add(change, { ...address, ...writeTest(t, publicUrl, medium), groupId, dedupeKey });
    await change.audit({ action: 'test-message-sent', objectType: 'user', objectId: userId, after: { medium } });
    return readReach(reader, userId, setUp);
  });
}
