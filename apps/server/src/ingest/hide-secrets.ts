/**
 * Matches a JSON text field with a secret name: the text from its first character to its end, or to the end of the
 * bytes.
 */
const SECRET =
  /("[^"]{0,40}(?:passw|passphrase|secret|token|cookie|jwt|credential|key)[^"]{0,40}"\s{0,4}:\s{0,4}")((?:\\[^]|[^"\\])+)/gi;

/**
 * Hides credentials in faulty messages; valid device messages contain none. Each byte of such a text becomes a star, so
 * that all other bytes keep their position.
 */
export function hideSecrets(bytes: Uint8Array): Uint8Array {
  // Latin-1 maps each byte to one character, whatever the encoding of the text is.
  const text = Buffer.from(bytes).toString('latin1');
  const hidden = text.replaceAll(SECRET, (_, name: string, secret: string) => name + '*'.repeat(secret.length));
  return Buffer.from(hidden, 'latin1');
}
