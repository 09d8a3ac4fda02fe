/** The nonce of this page's content security policy, which every `<style>` that Mantine writes must carry. */
export function readStyleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}
