import { useEffect, useEffectEvent, type RefObject } from 'react'

interface ViewerKeys {
  find: RefObject<HTMLInputElement | null>
  print: () => void
}

/**
 * Ctrl+F goes to the search of the document instead of the browser's, which finds only rendered pages; Ctrl+P prints the document
 * instead of the dialog around it.
 */
export function useViewerKeys(viewer: RefObject<HTMLElement | null>, { find, print }: ViewerKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    if (event.key.toLowerCase() === 'f' && find.current) {
      find.current.focus()
      find.current.select()
    } else if (event.key.toLowerCase() === 'p') print()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    // In a dialog the keys work anywhere in it, otherwise only inside the viewer.
    const place: HTMLElement | null | undefined =
      viewer.current?.closest<HTMLElement>('[role=dialog]') ?? viewer.current
    const pressed = (event: KeyboardEvent) => onKey(event)
    place?.addEventListener('keydown', pressed)
    return () => place?.removeEventListener('keydown', pressed)
  }, [viewer])
}
