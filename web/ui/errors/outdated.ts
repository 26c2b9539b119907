import { useEffect, useState } from 'react'
import { texts } from '../../../shared/texts/say.ts'

/**
 * Whether the server has a newer build than this page. File names contain a hash of their content, and those of the entry
 * scripts change with any other file: if one is gone, the parts that are not loaded yet are gone, too.
 */
async function isOutdated(signal: AbortSignal): Promise<boolean> {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[type=module][src]')]
  const heads = scripts.map(({ src }) => fetch(src, { method: 'HEAD', cache: 'no-store', signal }))
  return (await Promise.all(heads)).some(({ status }) => status === 404)
}

/** Checked once on mount, when a part of the page is missing. False without a connection, when nothing is known. */
export function useOutdated(): boolean {
  const [outdated, setOutdated] = useState(false)
  useEffect(() => {
    const leave = new AbortController()
    isOutdated(leave.signal).then(setOutdated, () => {})
    return () => leave.abort()
  }, [])
  return outdated
}

export const OUTDATED = texts({
  title: 'This page is from before an update',
  text: 'Refresh it to continue. What you typed has been kept on this device.',
})
