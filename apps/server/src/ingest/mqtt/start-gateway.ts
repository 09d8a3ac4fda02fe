import { readFile } from 'node:fs/promises';
import type { LinkConfig } from '../../config.ts';
import { createCredentialCheck } from '../../features/credentials/credentials.queries.ts';
import { systemScope } from '../../platform/access/scope.ts';
import type { Database } from '../../platform/database/database.ts';
import { readTlsFiles } from '../../platform/tls.ts';
import { createProxyList } from '../device-server/source-allow-list.ts';
import { BrokerClient } from './broker-client.ts';
import { DeviceEndpoint } from './endpoint.ts';
import type { GatewayOptions, MqttGateway } from './gateway.ts';

interface Options extends GatewayOptions {
  readonly links: LinkConfig;
  readonly host: string;
  readonly database: Database;
  readonly nodeId: string;
  /** Limit of connections of devices and relays. */
  readonly maxConnections: number;
}

/** Connects to the external broker, or opens this server's endpoint. null: the configuration has neither. */
export async function startGateway({
  links,
  database,
  maxConnections,
  ...options
}: Options): Promise<MqttGateway | null> {
  const { mqttUrl: url, nodeName, mqttCa, mqttTls, mqttPort } = links;
  if (url !== undefined) {
    return BrokerClient.start({
      ...options,
      url,
      nodeName,
      ...(mqttCa !== undefined && { ca: await readFile(mqttCa) }),
    });
  }
  if (mqttPort === 0 && !mqttTls) return null;
  const verify = createCredentialCheck(database.read(systemScope('device sign-in')));
  return DeviceEndpoint.start({
    ...options,
    port: mqttPort === 0 ? null : mqttPort,
    credentials: { verify },
    limits: { maxPerAddress: links.mqttConnectionsPerAddress, maxConnections },
    isProxy: createProxyList(links.deviceProxies),
    ...(mqttTls && { tls: { port: mqttTls.port, ...(await readTlsFiles(mqttTls)) } }),
  });
}
