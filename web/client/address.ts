import { useCallback, useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

type Edit = (now: URLSearchParams) => URLSearchParams

/**
 * The URL's query parameters and a setter. A change pushes a history entry, unless `replace` is set.
 * An edit starts from the current URL, because the rendered one may be stale: a debounced search must not close a dialog
 * that was opened meanwhile. The setter is referentially stable, so that components that receive it need not re-render.
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

/** @param value null removes the parameter */
export function withParam(params: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(params)
  if (value === null) next.delete(name)
  else next.set(name, value)
  return next
}
