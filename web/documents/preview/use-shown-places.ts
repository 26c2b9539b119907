import { useEffect, useState } from 'react'
import type { DocumentPlace } from '../../../shared/documents.ts'
import { alignPlace } from './align-place.ts'
import type { TextSource } from './text-source.ts'
import type { ShownPlace } from './use-marks.ts'
import { useText } from './use-text.ts'

/** A passage that is marked in the document, with its number in the margin. */
export interface MarkedPlace extends DocumentPlace {
  /** the caller's key */
  key: string
  /** in the margin: "1" */
  label: string
}

const NONE: readonly ShownPlace[] = []

/**
 * Maps marked places to ranges of the displayed text. They are given in the extracted text; the pages of a PDF have a text of
 * their own, in which they are located.
 * @param isExtracted the displayed text is the extracted one
 */
export function useShownPlaces(
  id: string,
  places: readonly MarkedPlace[],
  source: TextSource | null,
  isExtracted: boolean,
): readonly ShownPlace[] {
  const isWanted = places.length > 0 && !isExtracted
  const { pages } = useText(id, isWanted)
  const [boxes, setBoxes] = useState(NONE)
  useEffect(() => {
    if (!isWanted || !source) return
    let isStopped = false
    const look = async () => {
      const texts = new Map(pages.map(({ number, text }) => [number, text]))
      const shown: ShownPlace[] = []
      for (const place of places) {
        const extracted = texts.get(place.page)
        if (extracted === undefined || place.page > source.pageCount) continue
        const stretch = alignPlace(extracted, place, await source.textOf(place.page))
        if (stretch) shown.push({ ...stretch, key: place.key, label: place.label })
      }
      if (!isStopped) setBoxes(shown)
    }
    // A file closed meanwhile rejects: nothing is shown any more.
    look().catch(() => {})
    return () => {
      isStopped = true
    }
  }, [isWanted, places, source, pages])
  return isExtracted ? places : isWanted ? boxes : NONE
}
