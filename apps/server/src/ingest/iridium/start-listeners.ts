import type { LinkConfig } from '../../config.ts';
import type { Closing } from '../../platform/closing.ts';
import { readTlsFiles } from '../../platform/tls.ts';
import { createProxyList } from '../device-server/source-allow-list.ts';
import { DirectIpListener, type DirectIpOptions } from './directip-listener.ts';

interface Options extends Pick<DirectIpOptions, 'host' | 'receive' | 'refuse' | 'log' | 'now'> {
  readonly links: LinkConfig;
  readonly closing: Closing;
}

/** Opens the configured ports for the Iridium gateway. */
export async function startListeners({ links, closing, ...options }: Options): Promise<readonly DirectIpListener[]> {
  const { iridiumPort, iridiumTls, iridiumAllow: allow, iridiumConfirm: confirm, deviceProxies } = links;
  const isProxy = createProxyList(deviceProxies);
  const secure = iridiumTls && { port: iridiumTls.port, tls: await readTlsFiles(iridiumTls) };
  const listeners: DirectIpListener[] = [];
  for (const port of [{ port: iridiumPort }, ...(secure ? [secure] : [])]) {
    if (port.port === 0) continue;
    const listener = new DirectIpListener({ ...options, allow, isProxy, confirm, ...port });
    await listener.listen();
    closing.add('DirectIP', () => listener.close());
    listeners.push(listener);
  }
  return listeners;
}
