import { setNonce } from 'get-nonce'

/**
 * The nonce that the served page allows for style elements; undefined when there is none (tests, development).
 * A browser hides the attribute's text from scripts, so it is read from the property.
 */
function pageNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce || undefined
}

/** Passes the nonce to the scroll lock of dialogs, which adds a style element. Call before the first render. */
export function allowInjectedStyles(): void {
  const nonce = pageNonce()
  if (nonce) setNonce(nonce)
}
