import type { Config } from '../config.ts';
import { DEMO_PASSWORD, DEMO_SIGN_INS } from '../demo/demo-sign-ins.ts';

/** The settings that a console reads before its user signs in. */
export function describeConsoleSettings(config: Config) {
  const signIns = DEMO_SIGN_INS.map(({ label, email }) => ({ label, email, password: DEMO_PASSWORD }));
  return {
    supportUrl: config.supportUrl,
    externalSignIn: config.externalProvider ? { name: config.externalProvider.name } : null,
    demo: config.isDemo ? { signIns } : null,
    tiles: { ...config.tiles, radar: config.tiles.radar.urls.length > 0 ? config.tiles.radar : null },
  };
}
