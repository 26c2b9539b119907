import { useEffect, useEffectEvent, useState, type RefObject } from 'react'

export interface Chosen {
  files: File[]
  /** names of folders, which cannot be sent */
  folders: string[]
}

export interface Drag {
  zone: HTMLElement
  isOver: boolean
}

/** Where files can be dropped: the whole dialog or card around a box. */
function zoneOf(box: HTMLElement | null): HTMLElement | null {
  return box?.closest<HTMLElement>('[role=dialog], .card') ?? box
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

function chosenIn({ items }: DataTransfer): Chosen {
  const chosen: Chosen = { files: [], folders: [] }
  for (const item of items) {
    const file = item.kind === 'file' ? item.getAsFile() : null
    if (!file) continue
    if (item.webkitGetAsEntry?.()?.isDirectory) chosen.folders.push(file.name)
    else chosen.files.push(file)
  }
  return chosen
}

const isTextField = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null

/**
 * Takes files that are dropped on the dialog or card around a box, or pasted there. A file dropped elsewhere is ignored,
 * because the browser would navigate to it.
 * @returns the drop zone and whether the files are over it, while files are dragged over the window
 */
export function useFileDrop(box: RefObject<HTMLElement | null>, onChosen: (chosen: Chosen) => void): Drag | null {
  const [drag, setDrag] = useState<Drag | null>(null)
  const isInside = (target: EventTarget | null) =>
    target instanceof Node && (zoneOf(box.current)?.contains(target) ?? false)
  const move = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    const isOver = isInside(event.target)
    if (event.dataTransfer) event.dataTransfer.dropEffect = isOver ? 'copy' : 'none'
    const zone = zoneOf(box.current)
    setDrag((now) => (now?.isOver === isOver && now.zone === zone ? now : zone && { zone, isOver }))
  })
  const leave = useEffectEvent((event: DragEvent) => {
    // Without a related target the pointer has left the window.
    if (event.relatedTarget === null) setDrag(null)
  })
  const drop = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    setDrag(null)
    if (event.dataTransfer && isInside(event.target)) onChosen(chosenIn(event.dataTransfer))
  })
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const { target, clipboardData } = event
    if (!clipboardData || clipboardData.files.length === 0) return
    if (!isInside(target) && target !== document.body) return
    // Word processors copy an image of the text along with the text.
    if (isTextField(target) && clipboardData.types.includes('text/plain')) return
    event.preventDefault()
    onChosen({ files: [...clipboardData.files], folders: [] })
  })
  useEffect(() => {
    const listeners = {
      dragenter: (event: DragEvent) => move(event),
      dragover: (event: DragEvent) => move(event),
      dragleave: (event: DragEvent) => leave(event),
      drop: (event: DragEvent) => drop(event),
      paste: (event: ClipboardEvent) => paste(event),
    }
    const stop = new AbortController()
    for (const [type, listener] of Object.entries(listeners)) {
      window.addEventListener(type, listener as EventListener, { signal: stop.signal })
    }
    return () => stop.abort()
  }, [])
  return drag
}
