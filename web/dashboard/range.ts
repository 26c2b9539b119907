import { useSearchParams } from 'react-router'
import { VOLUME_RANGES } from '../../shared/request-rules.ts'
import { FIRST_RANGE, type VolumeRange } from './queries.ts'

/** The range of the volume chart, kept in the URL; anything unknown there is as if it weren't there. */
export function useRange(): [VolumeRange, (range: VolumeRange) => void] {
  const [params, setParams] = useSearchParams()
  const range = VOLUME_RANGES.find((known) => known === params.get('range')) ?? FIRST_RANGE
  const setRange = (next: VolumeRange) =>
    setParams(
      () => {
        // The address itself: what is rendered may be a step behind it.
        const changed = new URLSearchParams(window.location.search)
        if (next === FIRST_RANGE) changed.delete('range')
        else changed.set('range', next)
        return changed
      },
      { preventScrollReset: true },
    )
  return [range, setRange]
}
