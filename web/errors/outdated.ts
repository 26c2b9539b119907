import { useEffect, useState } from 'react'

/**
 * Whether the server has other files than this page by now. Names carry a hash of their content, and those of the first
 * scripts change with any other's: where one is gone, the parts that are not here yet are gone, too.
 */
async function isOutdated(signal: AbortSignal): Promise<boolean> {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[type=module][src]')]
  const heads = scripts.map(({ src }) => fetch(src, { method: 'HEAD', cache: 'no-store', signal }))
  return (await Promise.all(heads)).some(({ status }) => status === 404)
}

/** Asked once, when something of the page is missing; without a connection nothing is known, and it is not outdated. */
export function useOutdated(): boolean {
  const [outdated, setOutdated] = useState(false)
  useEffect(() => {
    const leave = new AbortController()
    isOutdated(leave.signal).then(setOutdated, () => {})
    return () => leave.abort()
  }, [])
  return outdated
}

export const OUTDATED = {
  title: 'This page is from before an update',
  text: 'Refresh it to go on. What you typed has been kept on this device.',
}
