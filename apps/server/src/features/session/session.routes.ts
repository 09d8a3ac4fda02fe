import type { Routes } from '@waymark/contract/routes/index';
import type { Database } from '../../platform/database/database.ts';
import { scopeOfCall, type Call } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { problem } from '../../platform/http/problem.ts';
import type { IssuedToken } from './tokens/access-token.ts';
import type { ExternalSignIn } from './external/external-sign-in.ts';
import { listOwnSessions } from './own-sessions.queries.ts';
import { describeOwnSession, endOwnSessions } from './own-sessions.service.ts';
import { requestPasswordLink, setOwnPassword, setPasswordByLink } from './passwords/password.service.ts';
import type { SecondFactors } from './second-factor/second-factor.service.ts';
import type { SessionRules } from './session-rules.ts';
import type { SigningKeys } from './tokens/signing-keys.ts';
import type { SignIn } from './sign-in.service.ts';
import type { SetStreamCookie } from './stream-cookie.ts';
import { endSessionsOfUser } from './user-sessions.service.ts';

interface SessionParts {
  readonly database: Database;
  readonly signIn: SignIn;
  readonly secondFactors: SecondFactors;
  readonly keys: SigningKeys;
  readonly setStreamCookie: SetStreamCookie;
  readonly rules: SessionRules;
  readonly externalSignIn: ExternalSignIn | undefined;
  readonly isOwnOrigin: (origin: string | undefined, host: string | undefined) => boolean;
}

function answer({ token, scope, expiresInS }: IssuedToken) {
  return { access_token: token, scope, expires_in: expiresInS, token_type: 'Bearer' } as const;
}

type SessionHandlers = Handlers<Routes['session']>;

export function createSessionHandlers(parts: SessionParts): SessionHandlers {
  return {
    ...tokenHandlers(parts),
    ...passwordHandlers(parts),
    ...ownSessionHandlers(parts),
    ...secondFactorHandlers(parts),
    ...externalHandlers(parts),
  };
}

function tokenHandlers(parts: SessionParts) {
  const { signIn, keys, setStreamCookie } = parts;

  // The browser adds the cookie to requests of any site, so these calls must check the origin (CSRF).
  function refuseOtherSites(call: Call): void {
    if (!parts.isOwnOrigin(call.origin, call.host)) throw problem('foreign-origin');
  }

  return {
    issueToken: async ({ body }, call) => {
      refuseOtherSites(call);
      return answer(await signIn.with(call, body));
    },
    signOut: async (_input, call) => {
      refuseOtherSites(call);
      await signIn.signOut(call);
      return {};
    },
    userInfo: (_input, { actor }) => ({
      sub: String(actor.userId),
      name: actor.name,
      email: actor.email,
      ...(actor.mustSetUpFactor && { must_set_up_second_factor: true }),
    }),
    openStreamSession: async (_input, call) => {
      const { userId, sessionId, expiresAt } = call.actor;
      const lifeS = Math.max(0, Math.floor((expiresAt - Date.now()) / 1000));
      await setStreamCookie(call, { userId, sessionId }, lifeS);
      return {};
    },
    signingKeys: async () => ({ keys: await keys.listPublic() }),
  } satisfies Partial<SessionHandlers>;
}

function passwordHandlers({ database }: SessionParts) {
  return {
    requestPasswordLink: async ({ body }, call) => {
      await requestPasswordLink(database, call, body.email);
      return 'Please check your email for instructions';
    },
    setPasswordByLink: async ({ body }, call) => {
      await setPasswordByLink(database, call, body.token, body.password);
      return {};
    },
    setOwnPassword: async ({ body }, call) => {
      await setOwnPassword(database, call, body);
    },
  } satisfies Partial<SessionHandlers>;
}

function ownSessionHandlers({ database, rules }: SessionParts) {
  return {
    listOwnSessions: async (_input, call) => {
      const sessions = await listOwnSessions(database.read(scopeOfCall(call)), call.actor, rules);
      return sessions.map((session) => describeOwnSession(session, call.actor));
    },
    endOwnSessions: async ({ body }, call) => {
      await endOwnSessions(database, call, body, rules);
      return {};
    },
    endSessionsOfUser: async ({ params }, call) => {
      await endSessionsOfUser(database, call, params.id);
      return {};
    },
  } satisfies Partial<SessionHandlers>;
}

function secondFactorHandlers({ secondFactors }: SessionParts) {
  return {
    readSecondFactor: (_input, call) => secondFactors.read(call),
    beginSecondFactor: ({ body }, call) => secondFactors.begin(call, body.currentPassword),
    confirmSecondFactor: ({ body }, call) => secondFactors.confirm(call, body.code),
    endSecondFactor: async ({ body }, call) => {
      await secondFactors.end(call, body);
      return {};
    },
    resetSecondFactor: async ({ params, body }, call) => {
      await secondFactors.reset(call, params.id, body.currentPassword);
      return {};
    },
  } satisfies Partial<SessionHandlers>;
}

function externalHandlers({ externalSignIn }: SessionParts) {
  function requireExternal(): ExternalSignIn {
    if (!externalSignIn) throw problem('not-found');
    return externalSignIn;
  }

  return {
    startExternalSignIn: async ({ query }, call) => {
      call.setHeader('location', await requireExternal().start(call, query.state));
      return '';
    },
    finishExternalSignIn: async ({ query }, call) => {
      call.setHeader('location', await requireExternal().finish(call, query));
      return '';
    },
  } satisfies Partial<SessionHandlers>;
}
