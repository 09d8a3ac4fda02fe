import { generateSync } from 'otplib';
import { describe, expect, test } from 'vitest';
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts';
import { findStep, makeTotpSecret, toBase32, writeOtpAddress } from './totp.ts';

describe('codes of authenticator apps', () => {
  // The vectors of RFC 6238, appendix B, as their last six digits.
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('[W-420] findStep accepts the code of RFC 6238 at %i s', (atS, code) => {
    const secret = toBase32(Buffer.from('12345678901234567890'));
    expect(findStep(secret, code, atS * 1000)).toBe(Math.floor(atS / 30));
  });

  test('[W-420] findStep accepts what an independent library computes, for random secrets and times', () => {
    for (let round = 0; round < 50; round++) {
      const secret = makeTotpSecret();
      const epoch = 1_700_000_000 + round * 7_777_777;
      expect(findStep(secret, generateSync({ secret, epoch }), epoch * 1000)).toBe(Math.floor(epoch / 30));
    }
  });

  test.each([
    [-61, undefined],
    [-30, -1],
    [0, 0],
    [30, 1],
    [61, undefined],
  ])('[W-420] a code of %i s from now is of step %s', (offsetS, step) => {
    const secret = makeTotpSecret();
    const nowS = 1_800_000_000;
    const found = findStep(secret, generateSync({ secret, epoch: nowS + offsetS }), nowS * 1000);
    expect(found).toBe(step === undefined ? undefined : nowS / 30 + step);
  });

  test.each(['', '12345', '1234567', 'abcdef', '１２３４５６', '12 34 56'])(
    '[W-420] findStep accepts no "%s"',
    (code) => {
      expect(findStep(makeTotpSecret(), code, Date.now())).toBeUndefined();
    },
  );

  test('[W-420] the address names installation and account, and has the secret', () => {
    const address = new URL(writeOtpAddress('ABC', 'dana@example.com', 'waymark.example.com'));
    expect(address.protocol).toBe('otpauth:');
    expect(decodeURIComponent(address.pathname)).toContain('Waymark waymark.example.com:dana@example.com');
    expect(Object.fromEntries(address.searchParams)).toEqual({
      secret: 'ABC',
      issuer: 'Waymark waymark.example.com',
      digits: '6',
    });
  });
});

describe('recovery codes', () => {
  test('[W-421] makeRecoveryCodes makes ten different codes in groups of four letters', () => {
    const codes = makeRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
  });

  test('[W-421] a recovery code may be typed in lower case, with spaces or without groups', () => {
    const hash = hashRecoveryCode('ABCD-EFGH-IJKL-MNOP');
    expect(hash).toHaveLength(32);
    expect(hashRecoveryCode('abcd efgh ijkl mnop')).toEqual(hash);
    expect(hashRecoveryCode('abcdefghijklmnop')).toEqual(hash);
    expect(hashRecoveryCode('123456')).toBeUndefined();
  });
});
