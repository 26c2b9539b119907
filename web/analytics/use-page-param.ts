import { useAddress, withParam } from '../client/address.ts'

/** The page number in a parameter of the URL, and its setter. The first page has no parameter. */
export function usePageParam(name: string): [number, (page: number, options?: { replace: boolean }) => void] {
  const [params, change] = useAddress()
  const text = params.get(name) ?? ''
  const page = /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1
  return [page, (to, options) => change((now) => withParam(now, name, to === 1 ? null : String(to)), options)]
}
