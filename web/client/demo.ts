/** Whether this office is a demo: the server writes it into the page; the development server doesn't and stands for one. */
export function isDemo(): boolean {
  const word = document.querySelector<HTMLMetaElement>('meta[name="demo"]')?.content
  return word === 'on' || (import.meta.env.DEV && word === '__DEMO__')
}
