import { z } from 'zod';

// Passkeys on the wire: the JSON forms of WebAuthn, bounded. Bytes are base64url.

const bytes = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/);
/** At most 1023 bytes. */
const credentialId = bytes(1364);
const clientData = bytes(4000);

const descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) });

/** Options with which the browser makes a passkey. */
export const passkeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  /** The passkeys that the user has. */
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    requireResidentKey: z.literal(false),
    userVerification: z.literal('preferred'),
  }),
});

/** Options with which the browser uses one of the user's passkeys. */
export const passkeyRequest = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  userVerification: z.literal('preferred'),
  allowCredentials: z.array(descriptor),
});

/** A new passkey, as the browser returns it. */
export const newPasskey = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: clientData,
    attestationObject: bytes(20_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});
export type NewPasskey = z.output<typeof newPasskey>;

/** The answer of a passkey to a challenge, as the browser returns it. */
export const passkeyProof = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: clientData,
    authenticatorData: bytes(4000),
    signature: bytes(4000),
  }),
});
export type PasskeyProof = z.output<typeof passkeyProof>;

export const listedPasskey = z.object({
  id: z.int().positive(),
  name: z.string(),
  createdAt: z.string().length(19),
  /** null: never used. */
  lastUsedAt: z.string().length(19).nullable(),
});

const exampleId = 'q83vEjRWeJA';
const exampleClientData = 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0';

export const exampleListed = {
  id: 4,
  name: 'Office laptop',
  createdAt: '2026-03-18 00:06:51',
  lastUsedAt: null,
} as const;

export const exampleCreation = {
  rp: { id: 'waymark.example.com', name: 'Waymark' },
  user: { id: 'Nw', name: 'dana.reyes@example.com', displayName: 'Dana Reyes' },
  challenge: 'kJX0u2Fq0GxwQn8m3gqUeA',
  pubKeyCredParams: [{ type: 'public-key' as const, alg: -7 }],
  timeout: 300_000,
  attestation: 'none' as const,
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'preferred' as const,
    requireResidentKey: false as const,
    userVerification: 'preferred' as const,
  },
};

export const exampleRequest = {
  rpId: 'waymark.example.com',
  challenge: 'kJX0u2Fq0GxwQn8m3gqUeA',
  timeout: 300_000,
  userVerification: 'preferred' as const,
  allowCredentials: [{ id: exampleId, type: 'public-key' as const, transports: ['internal'] }],
};

export const exampleNewPasskey = {
  id: exampleId,
  rawId: exampleId,
  type: 'public-key' as const,
  response: { clientDataJSON: exampleClientData, attestationObject: 'o2NmbXRkbm9uZQ' },
};

export const exampleProof = {
  id: exampleId,
  rawId: exampleId,
  type: 'public-key' as const,
  response: { clientDataJSON: exampleClientData, authenticatorData: 'SZYN5Y', signature: 'MEUCIQ' },
};
