/** A browser that a user has signed out of shows no messages for them any more. The server finds out at the next one. */
export async function endPush(): Promise<void> {
  const { serviceWorker: container } = navigator as { readonly serviceWorker?: ServiceWorkerContainer };
  try {
    const registration = await container?.getRegistration();
    const subscription = await registration?.pushManager?.getSubscription();
    await subscription?.unsubscribe();
  } catch {
    // Without push there is nothing to end.
  }
}
