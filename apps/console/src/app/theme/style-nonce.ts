/** The nonce of this page's content security policy, required on every `<style>` that Mantine writes. */
export function readStyleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}
