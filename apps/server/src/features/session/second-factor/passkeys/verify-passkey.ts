import type { NewPasskey, PasskeyProof } from '@waymark/contract/session/passkey';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { z } from 'zod';
import type { RelyingParty } from './relying-party.ts';

/** EdDSA, ES256 and RS256. */
export const ALGORITHMS = [-8, -7, -257];

const clientData = z.object({ challenge: z.string().max(100) });

/** The challenge that an answer names; undefined: it cannot be read. */
export function readChallenge({
  response,
}: {
  readonly response: { readonly clientDataJSON: string };
}): string | undefined {
  try {
    return clientData.parse(JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())).challenge;
  } catch {
    return undefined;
  }
}

interface Expected {
  readonly party: RelyingParty;
  readonly challenge: string;
}

const expectedOf = ({ party, challenge }: Expected) => ({
  expectedChallenge: challenge,
  expectedOrigin: party.origin,
  expectedRPID: party.id,
  requireUserVerification: false,
});

/** The key of a new passkey; throws where the answer of the browser is not right. */
export async function verifyNewPasskey(sent: NewPasskey, expected: Expected) {
  const { clientDataJSON, attestationObject } = sent.response;
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...sent, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
    ...expectedOf(expected),
    supportedAlgorithmIDs: ALGORITHMS,
  });
  if (!verified) throw new Error('the attestation was not verified');
  const { id, publicKey, counter } = registrationInfo.credential;
  return { credentialId: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey), counter };
}

/** The counter of a passkey's answer; throws where the answer is not right. Compares no counters. */
export async function verifyPasskeyProof(sent: PasskeyProof, publicKey: Buffer, expected: Expected): Promise<number> {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...sent, clientExtensionResults: {} },
    credential: { id: sent.id, publicKey: new Uint8Array(publicKey), counter: 0 },
    ...expectedOf(expected),
  });
  if (!verified) throw new Error('the signature was not verified');
  return authenticationInfo.newCounter;
}
