import { VOLUME_RANGES } from '../../../shared/request-rules.ts'
import { useAddress, withParam } from '../../client/address.ts'
import { FIRST_RANGE, type VolumeRange } from './queries.ts'

/** The range of the volume chart, kept in the URL; unknown values are ignored. */
export function useRange(): [VolumeRange, (range: VolumeRange) => void] {
  const [params, change] = useAddress()
  const range = VOLUME_RANGES.find((known) => known === params.get('range')) ?? FIRST_RANGE
  return [range, (next) => change((now) => withParam(now, 'range', next === FIRST_RANGE ? null : next))]
}
