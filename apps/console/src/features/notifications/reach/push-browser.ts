import { callApi } from '#/api/client.ts';
import type { Browser, Reach } from './reach.data.ts';

// Push in this browser: its permission, its subscription, and the browser among those that the server knows.

const WORKER = '/service-worker.js';

export type PushSupport = 'insecure' | 'unsupported' | 'denied' | 'usable';

/** Browsers have push on secure pages only; those of iPhones and iPads in installed applications only. */
export function readSupport(): PushSupport {
  if (!window.isSecureContext) return 'insecure';
  const hasAll = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!hasAll) return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'usable';
}

async function findSubscription(): Promise<PushSubscription | null> {
  if (readSupport() === 'insecure' || readSupport() === 'unsupported') return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

const toBase64Url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** As the server names the browser. */
export const digestEndpoint = async (endpoint: string): Promise<string> =>
  toBase64Url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)));

/** This browser among those of the user; null: push is off here. */
export async function findThisBrowser({ push: { browsers } }: Reach): Promise<Browser | null> {
  const subscription = await findSubscription();
  if (!subscription) return null;
  const digest = await digestEndpoint(subscription.endpoint);
  return browsers.find((browser) => browser.digest === digest) ?? null;
}

/** A subscription with another key, such as one of an earlier installation at this address, cannot be used. */
async function dropOther(registration: ServiceWorkerRegistration, publicKey: string): Promise<void> {
  const known = await registration.pushManager.getSubscription();
  const key = known?.options.applicationServerKey;
  if (known && (!key || toBase64Url(key) !== publicKey)) await known.unsubscribe();
}

/** Asks the user for permission and turns push on here; null: they did not allow it. */
export async function turnPushOn(publicKey: string): Promise<Reach | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register(WORKER);
  const registration = await navigator.serviceWorker.ready;
  await dropOther(registration, publicKey);
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  return callApi('POST /user/reach/browsers', {
    body: { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } },
  });
}

/** Ends the subscription of this browser; the server forgets it too. */
export async function turnPushOff({ id }: Browser): Promise<Reach> {
  const reach = await callApi('DELETE /user/reach/browsers/:id', { params: { id } });
  await (await findSubscription())?.unsubscribe();
  return reach;
}
