import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Notices } from '../../platform/database/notices.ts';
import type { Log } from '../../platform/log.ts';
import { AccessTokens } from './access-token.ts';
import { Authenticator } from './authenticator.ts';
import { Cookies } from './cookies.ts';
import { ExternalProvider, type ExternalProviderConfig } from './external-provider.ts';
import { ExternalSignIn } from './external-sign-in.ts';
import { ExternalTokens } from './external-token.ts';
import { IDENTITY_CHANNEL, readIdentityNotice, type IdentityNotice } from './identity-notice.ts';
import { createSessionRules, type SessionLimits } from './session-rules.ts';
import { SignIn } from './sign-in.service.ts';
import { SIGNING_KEYS_CHANNEL, SigningKeys } from './signing-keys.ts';
import { TokenMemory } from './token-memory.ts';

interface SessionSurroundings {
  readonly config: {
    readonly publicUrl: string;
    readonly sessions: SessionLimits;
    readonly externalProvider: ExternalProviderConfig | undefined;
  };
  readonly database: Database;
  readonly notices: Notices;
  readonly box: SecretBox;
  readonly log: Log;
  /** Told on every node when sessions have ended. */
  readonly onSessionsEnded: (notice: IdentityNotice) => void;
}

/** The parts of identity, put together. */
export async function createSessionParts(surroundings: SessionSurroundings) {
  const { config, database, notices, box, log } = surroundings;
  const { publicUrl, externalProvider } = config;
  const keys = new SigningKeys(database, box);
  await keys.rotate();
  const tokens = new AccessTokens(keys, publicUrl);
  const memory = new TokenMemory();
  const isHttps = publicUrl.startsWith('https:');
  const cookies = new Cookies(isHttps);
  const rules = createSessionRules(config.sessions, box, isHttps);
  const provider = externalProvider && new ExternalProvider(externalProvider, log);
  const external = provider && new ExternalTokens(provider, database);
  const externalSignIn =
    provider &&
    external &&
    new ExternalSignIn({ provider, tokens: external, database, box, cookies, rules, publicUrl });

  notices.on(IDENTITY_CHANNEL, {
    hear: (payload) => {
      const notice = readIdentityNotice(payload);
      memory.forgetUser(notice.userId);
      surroundings.onSessionsEnded(notice);
    },
    missed: () => memory.forgetAll(),
  });
  notices.on(SIGNING_KEYS_CHANNEL, {
    hear: () => void keys.load().catch((error: unknown) => log.error({ err: error }, 'signing keys not loaded')),
    missed: () => undefined,
  });

  const authenticator = new Authenticator({ database, tokens, external, memory, notices });
  const signIn = new SignIn({ database, tokens, cookies, rules, log, externalSignIn });
  return { keys, tokens, cookies, rules, externalSignIn, authenticator, signIn };
}
