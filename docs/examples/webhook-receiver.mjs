// Receives webhooks: verifies each event, answers at once, and passes over those that come twice.
//   WEBHOOK_SECRET=whsec_… node webhook-receiver.mjs 9000
import { createHmac, timingSafeEqual } from 'node:crypto';
import http from 'node:http';

const [port] = process.argv.slice(2);
const key = Buffer.from(process.env.WEBHOOK_SECRET.replace(/^whsec_/, ''), 'base64');
const TOLERANCE_S = 300;
const MOST_BYTES = 1024 * 1024;

/** Whether one of the signatures is right: for a day after a new secret there are two. */
function isSigned({ 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures = '' }, body) {
  if (!(Math.abs(Date.now() / 1000 - Number(at)) <= TOLERANCE_S)) return false;
  const wanted = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest();
  return signatures.split(' ').some((signature) => {
    const [version, text = ''] = signature.split(',');
    const given = Buffer.from(text, 'base64');
    return version === 'v1' && given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}

async function readBody(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error('the body is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const seen = new Set(); // Keep the ids of the last days in your database.

/** Your own work. It should only store the event: the answer is due within 10 seconds. */
function take({ type, subject, data }) {
  console.log(type, subject, JSON.stringify(data));
}

/** Answers the status for a request. */
async function receive(request) {
  const body = await readBody(request);
  if (!isSigned(request.headers, body)) return 401;
  const event = JSON.parse(body);
  if (!seen.has(event.id)) take(event);
  seen.add(event.id);
  return 204;
}

function fail(error) {
  console.error(error);
  return 500;
}

http
  .createServer((request, response) => {
    void receive(request)
      .catch(fail)
      .then((status) => response.writeHead(status).end());
  })
  .listen(Number(port), () => console.log('listening'));
