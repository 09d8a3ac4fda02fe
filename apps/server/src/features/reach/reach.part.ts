import type { Context } from '../../platform/part.ts';
import { ALL_HOSTS, AllowedHosts } from '../../platform/outbound/allowed-hosts.ts';
import { createPostPush } from './post-push.ts';
import { PushChannel } from './push-channel.ts';
import { createReachHandlers } from './reach.routes.ts';
import { chooseSubject, loadVapidKeys } from './vapid-keys.ts';

interface Options extends Context {
  readonly config: {
    readonly publicUrl: string;
    readonly smtpUrl: string | undefined;
    readonly mailFrom: string;
    readonly textGateway: object | undefined;
    readonly isPushPrivateAllowed: boolean;
  };
}

export async function createReachPart({ database, box, config }: Options) {
  const { publicUrl, smtpUrl, mailFrom, textGateway, isPushPrivateAllowed } = config;
  const allowed = isPushPrivateAllowed ? ALL_HOSTS : new AllowedHosts([]);
  const vapid = await loadVapidKeys(database, box, chooseSubject(publicUrl, mailFrom));
  const setUp = { email: smtpUrl !== undefined, sms: textGateway !== undefined, publicKey: vapid.publicKey };
  return {
    handlers: { reach: createReachHandlers({ database, box, setUp, allowed, publicUrl }) },
    /** The channel for pushes. */
    push: new PushChannel({ database, box, vapid, post: createPostPush(allowed) }),
  };
}
