/** Stylesheets that failed to load. The bundler's import requests each only once: a retry would render without it. */
const missing = new Set<HTMLLinkElement>()

/** Records stylesheets that fail to load. Call before the first lazy part is fetched. */
export function watchStyles(): void {
  const remember = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
    target.remove()
    missing.add(target)
  }
  // Error events of elements do not bubble.
  window.addEventListener('error', remember, { capture: true })
}

/** Fetches the missing stylesheets again. Rejects if one fails again. */
export async function fetchMissingStyles(): Promise<void> {
  await Promise.all([...missing].map(fetchAgain))
}

/** Inserting a link into the page fetches it. */
function fetchAgain(link: HTMLLinkElement): Promise<void> {
  missing.delete(link)
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve(), { once: true })
    link.addEventListener('error', () => reject(new Error(`${link.href} could not be fetched`)), { once: true })
    document.head.append(link)
  })
}
