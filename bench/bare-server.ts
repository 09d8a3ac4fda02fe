// The limit of the http bench: plain node:http that answers the bytes it was given.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [contentType = '', body = ''] = process.argv.slice(2);
const bytes = Buffer.from(body);

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.writeHead(200, { 'content-type': contentType, 'content-length': bytes.length });
    response.end(bytes);
  });
});
server.keepAliveTimeout = 65_000;
server.listen(0, '127.0.0.1', () => console.log(String((server.address() as AddressInfo).port)));
