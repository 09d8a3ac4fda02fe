import type { UserId } from '@waymark/domain/ids';
import type { Call } from '../../platform/http/call.ts';
import type { AccessTokens } from './tokens/access-token.ts';
import type { Cookies } from './cookies.ts';

interface StreamSession {
  readonly userId: UserId;
  readonly sessionId: string;
}

/** Sets the cookie of the stream hub, which lasts as long as the access token of the same session. */
export type SetStreamCookie = (call: Call, session: StreamSession, lifeS: number) => Promise<void>;

export function createStreamCookie(tokens: AccessTokens, cookies: Cookies): SetStreamCookie {
  return async (call, { userId, sessionId }, lifeS) => {
    cookies.setStream(call, await tokens.issueStreamToken(userId, sessionId, Date.now() + lifeS * 1000), lifeS);
  };
}
