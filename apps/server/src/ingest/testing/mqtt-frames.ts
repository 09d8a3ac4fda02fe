/** A length-prefixed text of an MQTT packet. */
export const field = (text: string): Buffer => Buffer.concat([Buffer.of(0, text.length), Buffer.from(text)]);

/** An MQTT packet: its first byte, its length, its body. */
export function frame(header: number, ...body: readonly Buffer[]): Buffer {
  const content = Buffer.concat(body);
  const length = content.length < 128 ? [content.length] : [(content.length % 128) + 128, content.length >> 7];
  return Buffer.concat([Buffer.of(header, ...length), content]);
}
