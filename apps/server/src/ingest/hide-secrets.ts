/** A JSON field by whose name its text is a secret: from the first character of the text to its end, or to where the bytes end. */
const SECRET =
  /("[^"]{0,40}(?:passw|passphrase|secret|token|cookie|jwt|credential|key)[^"]{0,40}"\s{0,4}:\s{0,4}")((?:\\[^]|[^"\\])+)/gi;

/**
 * No message of a device has a credential in it, but a faulty one may. Each byte of such a text becomes a star, so that
 * everything else stays where it was.
 */
export function hideSecrets(bytes: Uint8Array): Uint8Array {
  // One character for each byte, whatever the encoding is.
  const text = Buffer.from(bytes).toString('latin1');
  const hidden = text.replaceAll(SECRET, (_, name: string, secret: string) => name + '*'.repeat(secret.length));
  return Buffer.from(hidden, 'latin1');
}
