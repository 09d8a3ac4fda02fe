import { afterEach, expect, test } from 'vitest';
import { createMailTransport, DeliveryRefused, type MailTransport } from './mail.ts';
import { readHeader, startTestSmtpServer, type TestSmtpOptions, type TestSmtpServer } from './test-smtp-server.ts';

const FROM = 'Waymark <no-reply@waymark.example>';
const mail = { to: 'dana.reyes@example.com', subject: 'Passage', text: 'Marker 4', html: null, id: 'a1' };

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serve(options: TestSmtpOptions = {}): Promise<TestSmtpServer> {
  const server = await startTestSmtpServer(options);
  closing.push(() => server.close());
  return server;
}

function connect(url: string): MailTransport {
  const transport = createMailTransport(url, FROM);
  closing.unshift(async () => transport.close());
  return transport;
}

test('a mail arrives with its sender, receiver, text and Message-ID', async () => {
  const server = await serve();
  await connect(server.url).send(mail);
  const [received] = server.received;
  if (!received) throw new Error('no mail');
  expect(received).toMatchObject({ from: 'no-reply@waymark.example', to: ['dana.reyes@example.com'] });
  expect(readHeader(received, 'from')).toBe(FROM);
  expect(readHeader(received, 'message-id')).toBe('<a1@waymark.example>');
  expect(received.raw).toContain('Marker 4');
});

test('a subject in any script arrives unchanged, and cannot add a header', async () => {
  const server = await serve();
  const subject = 'Molch „Größe 4“ an Марker ④ · 100 % — 管道検査 '.repeat(3).trim();
  const transport = connect(server.url);
  await transport.send({ ...mail, subject });
  await transport.send({ ...mail, subject: 'Run 7\r\nBcc: eve@example.com' });
  const [first, second] = server.received;
  if (!first || !second) throw new Error('no mail');
  expect(readHeader(first, 'subject')).toBe(subject);
  expect(readHeader(second, 'bcc')).toBeUndefined();
  expect(second.to).toEqual(['dana.reyes@example.com']);
});

test('an address with a comma is one recipient, never two', async () => {
  const server = await serve();
  await connect(server.url)
    .send({ ...mail, to: 'dana@example.com, eve@example.com' })
    .catch(() => undefined);
  expect(server.received.flatMap(({ to }) => to)).not.toContain('eve@example.com');
});

test('a mail with HTML also contains the text', async () => {
  const server = await serve();
  await connect(server.url).send({ ...mail, html: '<b>Marker 4</b>' });
  expect(server.received[0]?.raw).toContain('multipart/alternative');
  expect(server.received[0]?.raw).toContain('<b>Marker 4</b>');
});

test.each([
  ['550 no such mailbox', true],
  ['552 too large', true],
  ['451 try later', false],
  ['530 sign in first', false],
])('a recipient refused with "%s" is final: %s', async (reply, isFinal) => {
  const server = await serve({ refuse: () => reply });
  const failure = await connect(server.url)
    .send(mail)
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(failure instanceof DeliveryRefused).toBe(isFinal);
});

test('a wrong password and an unreachable server are not final refusals', async () => {
  const server = await serve({ password: 'right' });
  const { port } = server;
  const wrong = connect(`smtp://waymark:wrong@127.0.0.1:${port}`);
  const right = connect(`smtp://waymark:right@127.0.0.1:${port}`);
  await right.send(mail);
  await expect(wrong.send(mail)).rejects.not.toBeInstanceOf(DeliveryRefused);
  await server.close();
  await expect(connect(`smtp://127.0.0.1:${port}`).send(mail)).rejects.toMatchObject({ originalCode: 'ECONNREFUSED' });
  expect(server.received).toHaveLength(1);
});

test('a delivery ends when its signal is aborted', async () => {
  const server = await serve();
  const aborted = connect(server.url).send(mail, AbortSignal.abort());
  await expect(aborted).rejects.toThrow('aborted');
  expect(server.received).toHaveLength(0);
});

test('createMailTransport refuses a sender that is not an address', () => {
  expect(() => createMailTransport('smtp://127.0.0.1', 'Waymark')).toThrow('must be an address');
});
