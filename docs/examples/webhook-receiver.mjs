// Receives webhooks: verifies each event, answers at once, and passes over those that come twice.
//   WEBHOOK_SECRET=whsec_… node webhook-receiver.mjs 9000
import http from 'node:http';
import { NotSignedError, readWebhook } from '@waymark/client/webhook';

const [port] = process.argv.slice(2);
const secret = process.env.WEBHOOK_SECRET;
const MOST_BYTES = 1024 * 1024;

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
  const event = await readWebhook({ secret, headers: request.headers, body: await readBody(request) });
  if (!seen.has(event.id)) take(event);
  seen.add(event.id);
  return 204;
}

function fail(error) {
  if (error instanceof NotSignedError) return 401;
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
