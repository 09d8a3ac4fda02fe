import { importSPKI, jwtVerify, type JWTPayload } from 'jose';

/** The token repeats the whole body as texts; these are the fields in use. */
const SIGNED_FIELDS = ['imei', 'momsn', 'transmit_time', 'iridium_session_status', 'data'] as const;

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function isSameMessage(claims: JWTPayload, body: Readonly<Record<string, unknown>>): boolean {
  return SIGNED_FIELDS.every((field) => textOf(claims[field]) === textOf(body[field]));
}

/** Verifies that RockBLOCK signed a body: its token is valid and its claims equal the body. */
export type VerifyRockblockBody = (body: Readonly<Record<string, unknown>>) => Promise<boolean>;

/** `publicKey` is PEM. Rejects an invalid key. */
export async function createRockblockVerifier(publicKey: string): Promise<VerifyRockblockBody> {
  const key = await importSPKI(publicKey, 'RS256');
  return async function verifyRockblockBody(body) {
    const verified = await jwtVerify(textOf(body['JWT']), key, { algorithms: ['RS256'] }).catch(() => null);
    return verified !== null && isSameMessage(verified.payload, body);
  };
}
