import { cdp } from 'vitest/browser';

interface Devtools {
  send(method: string, params?: object): Promise<unknown>;
}

/** Adds an authenticator to Chromium, which answers without a user, until the returned function is called. */
export async function addAuthenticator(): Promise<() => Promise<void>> {
  const devtools = cdp() as unknown as Devtools;
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async () => {
    await devtools.send('WebAuthn.disable');
  };
}
