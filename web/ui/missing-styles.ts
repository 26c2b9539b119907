/** Stylesheets of parts that did not come. The bundler's import asks for each once only: a second try would go without. */
const missing = new Set<HTMLLinkElement>()

/** Remembers stylesheets that do not come. Call before the first part is fetched. */
export function watchStyles(): void {
  const remember = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
    target.remove()
    missing.add(target)
  }
  // Errors of elements do not bubble.
  window.addEventListener('error', remember, { capture: true })
}

/** Asks again for what is missing. Rejects where it does not come this time either. */
export async function fetchMissingStyles(): Promise<void> {
  await Promise.all([...missing].map(fetchAgain))
}

/** A link is fetched whenever it is put into the page. */
function fetchAgain(link: HTMLLinkElement): Promise<void> {
  missing.delete(link)
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve(), { once: true })
    link.addEventListener('error', () => reject(new Error(`${link.href} could not be fetched`)), { once: true })
    document.head.append(link)
  })
}
