import { useCallback, useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

type Edit = (now: URLSearchParams) => URLSearchParams

/**
 * The parameters of the address, and a way to change them: a step that Back can return from, unless `replace` is set.
 * A change begins with the address as it is now. What is rendered may be a step behind it, and would take back what was
 * changed meanwhile: a search that is sent after the pause of typing must not close a dialog that was opened within it.
 * The function stays the same whatever the address is, so that what is given it need not be drawn again.
 */
export function useAddress(): [URLSearchParams, (edit: Edit, options?: { replace?: boolean }) => void] {
  const [params, setParams] = useSearchParams()
  const set = useRef(setParams)
  useLayoutEffect(() => {
    set.current = setParams
  })
  const change = useCallback(
    (edit: Edit, { replace = false } = {}) =>
      set.current(() => edit(new URLSearchParams(window.location.search)), { replace }),
    [],
  )
  return [params, change]
}

/** @param value null takes the parameter out */
export function withParam(params: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(params)
  if (value === null) next.delete(name)
  else next.set(name, value)
  return next
}
