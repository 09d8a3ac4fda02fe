import { isImei } from '@waymark/device-protocol/directip/elements';
import { MAX_MT_PAYLOAD } from '@waymark/device-protocol/directip/mobile-terminated';
import { createCloudloopSender, type CloudloopAccount } from './mt-cloudloop.ts';
import { createDirectIpSender } from './mt-directip.ts';
import { refuseMt, type SendMobileTerminated } from './mt-outcome.ts';
import { createRockblockSender } from './mt-rockblock.ts';

export interface MtSenderOptions {
  /**
   * The gateway: directip://host:port, rockblock://user:password@host[/path] or cloudloop://token@host. Schemes with
   * +http (rockblock+http://…) are unencrypted: for a relay on the same machine, and for tests.
   */
  readonly url: string;
  readonly findThing?: CloudloopAccount['findThing'];
  readonly timeoutMs?: number;
  /** 270 bytes fit the usual transceivers (9602, 9603); the 9522 takes 1890. */
  readonly maxPayload?: number;
}

const DIRECTIP_PORT = 10_800;
const ROCKBLOCK_PATH = '/rockblock/MT';
const CLOUDLOOP_PATH = '/Data/DoSendSbdMessage';

function webAddress({ protocol, host, pathname }: URL, defaultPath: string): string {
  const path = pathname === '' || pathname === '/' ? defaultPath : pathname;
  return `${protocol.endsWith('+http:') ? 'http' : 'https'}://${host}${path}`;
}

/** Creates the transport for the address. Error messages do not repeat the address, because it contains credentials. */
function createTransport({ url, findThing, timeoutMs = 10_000 }: MtSenderOptions): SendMobileTerminated {
  const target = URL.canParse(url) ? new URL(url) : undefined;
  if (!target?.hostname) throw new Error('the address of the satellite gateway is not valid');
  const [username, password] = [decodeURIComponent(target.username), decodeURIComponent(target.password)];
  switch (target.protocol) {
    case 'directip:': {
      const host = target.hostname.replace(/^\[(.+)\]$/, '$1');
      return createDirectIpSender({ host, port: Number(target.port || DIRECTIP_PORT), timeoutMs });
    }
    case 'rockblock:':
    case 'rockblock+http:':
      if (username === '' || password === '') throw new Error('rockblock:// needs user and password');
      return createRockblockSender({ address: webAddress(target, ROCKBLOCK_PATH), username, password, timeoutMs });
    case 'cloudloop:':
    case 'cloudloop+http:':
      if (username === '') throw new Error('cloudloop:// needs a token');
      return createCloudloopSender({
        address: webAddress(target, CLOUDLOOP_PATH),
        token: username,
        findThing: findThing ?? (() => Promise.resolve(null)),
        timeoutMs,
      });
    default:
      throw new Error(`no satellite gateway is reached by ${target.protocol}//`);
  }
}

/** Sends to satellite devices through the configured gateway. Throws immediately when the address is invalid. */
export function createMtSender(options: MtSenderOptions): SendMobileTerminated {
  const send = createTransport(options);
  const { maxPayload = MAX_MT_PAYLOAD } = options;
  return async function sendMobileTerminated(order) {
    const { length } = order.payload;
    if (!isImei(order.imei)) return refuseMt('bad-imei', 'an IMEI has 15 digits', true);
    if (length === 0) return refuseMt('payload-missing', 'there is nothing to send', true);
    if (length > maxPayload) return refuseMt('payload-too-long', `${length} bytes, at most ${maxPayload}`, true);
    return send(order);
  };
}
