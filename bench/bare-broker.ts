// A broker that acknowledges every packet at once and stores nothing. Prints its port.
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Aedes } from 'aedes';

const broker = await Aedes.createBroker();
const server = createServer(broker.handle);
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
