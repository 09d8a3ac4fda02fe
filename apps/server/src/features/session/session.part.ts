import { fastifyCookie } from '@fastify/cookie';
import type { Hub } from '../../hub/hub.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { problem } from '../../platform/http/problem.ts';
import type { Context } from '../../platform/part.ts';
import { AccessTokens } from './tokens/access-token.ts';
import { Authenticator } from './authenticator.ts';
import { Cookies } from './cookies.ts';
import { ExternalProvider, type ExternalProviderConfig } from './external/external-provider.ts';
import { ExternalSignIn, type ExternalSignInParts } from './external/external-sign-in.ts';
import { ExternalTokens } from './external/external-token.ts';
import { IDENTITY_CHANNEL, readIdentityNotice } from './identity-notice.ts';
import { KeyTokens } from './keys/key-tokens.ts';
import { KeyUses } from './keys/key-use.ts';
import { createKeysHandlers } from './keys/keys.routes.ts';
import { createWallboardTokenHandlers } from './keys/wallboards.routes.ts';
import {
  fillPasswordLink,
  PASSWORD_LINK_JOB,
  passwordLinkPayload,
  mailPasswordLink,
} from './passwords/password-mail.service.ts';
import { hashing } from './passwords/passwords.ts';
import { Passkeys } from './second-factor/passkeys/passkeys.service.ts';
import { createRelyingParty } from './second-factor/passkeys/relying-party.ts';
import type { FactorRules } from './second-factor/rule/factor-rule.ts';
import { createSecondFactorHandlers } from './second-factor/second-factor.routes.ts';
import { SecondFactors } from './second-factor/second-factor.service.ts';
import { checkStepUp, StepUp } from './second-factor/step-up/step-up.service.ts';
import { createSessionRules, type SessionLimits } from './session-rules.ts';
import { sweepSessions } from './session-sweep.ts';
import { createSessionHandlers } from './session.routes.ts';
import { SignIn } from './sign-in.service.ts';
import { SIGNING_KEYS_CHANNEL, SigningKeys } from './tokens/signing-keys.ts';
import { createStreamCookie } from './stream-cookie.ts';
import { TokenMemory } from './tokens/token-memory.ts';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { tidySessions } from './session.store.ts';

const TIDY_JOB = 'session.tidy';

function createSessionJobs(database: Database, keys: SigningKeys, publicUrl: string): Job[] {
  return [
    defineJob(PASSWORD_LINK_JOB, passwordLinkPayload, (request) => mailPasswordLink(database, publicUrl, request)),
    defineJob(TIDY_JOB, z.object({}), async () => {
      await keys.rotate();
      await database.change(systemOrigin('session tidying'), tidySessions);
    }),
  ];
}

const SESSION_CRONTAB = [{ at: '17 3 * * *', job: TIDY_JOB }] as const;

interface Options extends Context {
  readonly config: {
    readonly publicUrl: string;
    readonly sessions: SessionLimits;
    readonly factorRules: FactorRules;
    readonly keyRequestsPerMinute: number;
    readonly externalProvider: ExternalProviderConfig | undefined;
  };
  readonly isOwnOrigin: (origin: string | undefined, host: string | undefined) => boolean;
  readonly hub: () => Pick<Hub, 'endSessions' | 'actors'>;
}

function createExternal(options: Options, shared: Pick<ExternalSignInParts, 'cookies' | 'setStreamCookie' | 'rules'>) {
  const { config, database, box, log } = options;
  if (!config.externalProvider) return { tokens: undefined, signIn: undefined };
  const provider = new ExternalProvider(config.externalProvider, log);
  const tokens = new ExternalTokens(provider, database, config.factorRules);
  const { publicUrl } = config;
  return { tokens, signIn: new ExternalSignIn({ ...shared, provider, tokens, database, box, publicUrl, log }) };
}

function listenToNotices({ notices, log, hub }: Options, memory: TokenMemory, keys: SigningKeys): void {
  notices.on(IDENTITY_CHANNEL, {
    hear: (payload) => {
      const notice = readIdentityNotice(payload);
      memory.forgetUser(notice.userId);
      hub().endSessions(notice, notice.reason);
    },
    missed: () => memory.forgetAll(),
  });
  notices.on(SIGNING_KEYS_CHANNEL, {
    hear: () =>
      void keys
        .load()
        .catch((error: unknown) =>
          log.error({ err: error }, 'signing keys were not reloaded; the next token with an unknown key loads them'),
        ),
    missed: () => undefined,
  });
}

function createKeyTokens({ config, database, log, closing }: Options): KeyTokens {
  const uses = new KeyUses(database, log);
  closing.add('API key use', () => uses.close());
  return new KeyTokens({ database, uses, requestsPerMinute: config.keyRequestsPerMinute });
}

function createSecondFactors({ config, database, box, log, isOwnOrigin }: Options) {
  const { publicUrl, factorRules: rules } = config;
  const findParty = createRelyingParty(publicUrl, isOwnOrigin);
  const passkeys = new Passkeys({ database, log, rules, findParty });
  return {
    passkeys,
    secondFactors: new SecondFactors({ database, box, rules, host: new URL(publicUrl).host }),
    stepUp: new StepUp({ database, box, passkeys }),
  };
}

/** Both halves of the hub: consoles by their token, streams by their cookie. */
function createAdmission(authenticator: Authenticator, { database }: Options, cookies: Cookies) {
  return {
    authenticate: (token: string, address: string) => authenticator.authenticate(token, address),
    authenticateConnection: (token: string, address: string) => authenticator.authenticateConnection(token, address),
    checkStepUp: (actor: Actor, of: 'always' | 'second-factor') => checkStepUp(database, actor, of),
    /** Authenticates a connection to the stream hub by its cookie. */
    authenticateStream: async (cookieHeader: string | undefined) => {
      const token = cookies.readStream(fastifyCookie.parse(cookieHeader ?? ''));
      if (!token) throw problem('unauthenticated');
      return authenticator.authenticateStream(token);
    },
  };
}

export async function createSessionPart(options: Options) {
  const { config, database, notices, box, log, metrics, closing, isOwnOrigin, hub } = options;
  const { publicUrl } = config;
  const keys = new SigningKeys(database, box);
  await keys.rotate();
  const tokens = new AccessTokens(keys, publicUrl);
  const memory = new TokenMemory();
  const isHttps = publicUrl.startsWith('https:');
  const cookies = new Cookies(isHttps);
  const rules = createSessionRules(config.sessions, box, isHttps);
  const setStreamCookie = createStreamCookie(tokens, cookies);
  const external = createExternal(options, { cookies, setStreamCookie, rules });
  const externalSignIn = external.signIn;
  listenToNotices(options, memory, keys);
  const { factorRules } = config;
  const parts = { database, tokens, external: external.tokens, keys: createKeyTokens(options), memory, notices };
  const authenticator = new Authenticator({ ...parts, factorRules });
  const { passkeys, secondFactors, stepUp } = createSecondFactors(options);
  const signIn = new SignIn({ database, tokens, cookies, setStreamCookie, rules, box, log, passkeys, externalSignIn });
  metrics.watch(
    'password_hashing',
    'Passwords that are hashed now and that wait for it, and those refused since the start.',
    () => hashing.figures,
  );
  return {
    handlers: {
      session: createSessionHandlers({
        database,
        signIn,
        secondFactors,
        keys,
        setStreamCookie,
        rules,
        externalSignIn,
        isOwnOrigin,
      }),
      secondFactor: createSecondFactorHandlers({ database, signIn, passkeys, secondFactors, stepUp }),
      keys: createKeysHandlers(database),
      wallboards: createWallboardTokenHandlers(database),
    },
    jobs: createSessionJobs(database, keys, publicUrl),
    crontab: SESSION_CRONTAB,
    ...createAdmission(authenticator, options, cookies),
    fillLink: (change: Parameters<typeof fillPasswordLink>[0], mail: Parameters<typeof fillPasswordLink>[2]) =>
      fillPasswordLink(change, publicUrl, mail),
    start: async () => {
      const actors = () => hub().actors();
      closing.add(
        'session sweep',
        sweepSessions({ database, log, actors, end: (ended) => hub().endSessions(ended, 'signed-out') }),
      );
    },
  };
}
