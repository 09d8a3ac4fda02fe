import { Readable } from 'node:stream';
import { createTransport, type NodemailerError } from 'nodemailer';

const CONNECT_LIMIT_MS = 10_000;
const SILENCE_LIMIT_MS = 20_000; // servers that scan a message answer late; giving up would send it twice
const IDLE_MS = 5000;

export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** The source of the Message-ID: two mails with the same id are the same mail sent twice. */
  readonly id: string;
}

export interface MailTransport {
  /** `onHandOver` completes before the mail server gets the first byte; if it fails, the message is not sent. */
  send(message: MailMessage, signal?: AbortSignal, onHandOver?: () => Promise<void>): Promise<void>;
  /** Lets running deliveries finish and closes the connections. */
  close(): void;
}

/** The receiving side will never accept this message: a retry is useless. */
export class DeliveryRefused extends Error {}

function isFinal(error: NodemailerError): boolean {
  const isAboutTheMessage = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  // 530: the server requires a sign-in, which is a matter of settings.
  return isAboutTheMessage && error.permanent !== false && error.responseCode !== 530;
}

/** Yields the content; the mail server requests it only when it accepts the recipient. */
async function* handOver(content: Readable, onHandOver: () => Promise<void>): AsyncGenerator<Buffer> {
  await onHandOver();
  yield* content as AsyncIterable<Buffer>;
}

/** Whether the mail server has answered: then it did not accept the message. */
export const wasAnswered = (error: unknown): boolean =>
  error instanceof Error && typeof (error as NodemailerError).responseCode === 'number';

/** `from` as "Waymark <no-reply@example.com>". */
export function createMailTransport(smtpUrl: string, from: string): MailTransport {
  const domain = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1];
  if (domain === undefined) throw new Error(`The sender of mails must be an address, not ${from}`);
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxRequeues: 1,
    dnsTimeout: CONNECT_LIMIT_MS,
    connectionTimeout: CONNECT_LIMIT_MS,
    greetingTimeout: CONNECT_LIMIT_MS,
    socketTimeout: SILENCE_LIMIT_MS,
    idleTimeout: IDLE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const handOvers = new Map<unknown, () => Promise<void>>();
  transport.use('stream', ({ data, message }, done) => {
    const onHandOver = handOvers.get(data.messageId);
    if (onHandOver)
      message.processFunc((content) => Readable.from(handOver(content, onHandOver), { objectMode: false }));
    done();
  });
  return {
    async send({ to, subject, text, html, id }, signal, onHandOver) {
      const messageId = `<${id}@${domain}>`;
      if (onHandOver) handOvers.set(messageId, onHandOver);
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          messageId,
          ...(html === null ? {} : { html }),
          ...(signal ? { signal } : {}),
        });
      } catch (error) {
        if (error instanceof Error && isFinal(error)) throw new DeliveryRefused(error.message, { cause: error });
        throw error;
      } finally {
        handOvers.delete(messageId);
      }
    },
    close: () => transport.close(),
  };
}
