/** Whether this office is a demo, as the server writes it into the page. The development server doesn't: it counts as one. */
export function isDemo(): boolean {
  const word = document.querySelector<HTMLMetaElement>('meta[name="demo"]')?.content
  return word === 'on' || (import.meta.env.DEV && word === '__DEMO__')
}
