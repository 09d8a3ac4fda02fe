import { createTransport, type NodemailerError } from 'nodemailer';

const CONNECT_LIMIT_MS = 10_000;
const SILENCE_LIMIT_MS = 20_000; // servers that scan a message answer late; giving up would send it twice
const IDLE_MS = 5000;

export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** Makes the Message-ID: two mails with the same id are the same mail sent twice. */
  readonly id: string;
}

export interface MailTransport {
  send(message: MailMessage, signal?: AbortSignal): Promise<void>;
  /** Lets running deliveries finish and closes the connections. */
  close(): void;
}

/** The receiving side will never take this message: trying again is of no use. */
export class DeliveryRefused extends Error {}

function isFinal(error: NodemailerError): boolean {
  const isAboutTheMessage = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  // 530: the server wants us to sign in, which is a matter of settings.
  return isAboutTheMessage && error.permanent !== false && error.responseCode !== 530;
}

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
  return {
    async send({ to, subject, text, html, id }, signal) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<${id}@${domain}>`,
          ...(html === null ? {} : { html }),
          ...(signal ? { signal } : {}),
        });
      } catch (error) {
        if (error instanceof Error && isFinal(error)) throw new DeliveryRefused(error.message, { cause: error });
        throw error;
      }
    },
    close: () => transport.close(),
  };
}
