import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

// A passkey in software, for tests: it answers as the authenticator of a browser does.

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const NEW_CREDENTIAL = 0x40;

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();

interface Site {
  readonly origin: string;
  readonly rpId: string;
}

export interface SoftPasskey {
  /** The counter of the next answer; a copy of a passkey sends an old one. */
  counter: number;
  readonly id: string;
  /** Returns the answer of the browser that has made the passkey. */
  attest(challenge: string): object;
  /** Returns the answer of the browser to a challenge. */
  answer(challenge: string): object;
}

/** Makes a passkey with an ES256 key. `counts` false: its counter is always 0, as that of synchronised passkeys. */
export function makeSoftPasskey({ origin, rpId }: Site, counts = true): SoftPasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');

  const writeClientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const writeHead = (flags: number, counter: number) => {
    const head = Buffer.alloc(37);
    sha256(rpId).copy(head);
    head[32] = USER_PRESENT | USER_VERIFIED | flags;
    head.writeUInt32BE(counter, 33);
    return head;
  };

  const passkey: SoftPasskey = {
    counter: counts ? 1 : 0,
    id,
    attest: (challenge) => {
      const key = new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const authData = Buffer.concat([
        writeHead(NEW_CREDENTIAL, 0),
        Buffer.alloc(16),
        length,
        credentialId,
        isoCBOR.encode(key),
      ]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: writeClientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    answer: (challenge) => {
      const clientData = writeClientData('webauthn.get', challenge);
      const authData = writeHead(0, passkey.counter);
      if (counts) passkey.counter += 1;
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
  return passkey;
}
