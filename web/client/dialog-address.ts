import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** State of the history entry of a dialog that was opened by a click. */
const OPENED_HERE = 'dialog'

type Change = (params: URLSearchParams) => void

/** Opens and closes dialogs by changing the URL that names them. */
export function useDialogAddress() {
  const { state: opened } = useLocation() as { state: unknown }
  const navigate = useNavigate()
  return useMemo(() => {
    // Reads the current URL: a toast may call this long after the screen that raised it has unmounted.
    const move = (change: Change, options: { replace: boolean; state: unknown }) => {
      const params = new URLSearchParams(window.location.search)
      change(params)
      const to = { pathname: window.location.pathname, search: params.toString() }
      void navigate(to, options)
    }
    return {
      push: (change: Change) => move(change, { replace: false, state: OPENED_HERE }),
      stay: (change: Change) => move(change, { replace: true, state: opened }),
      // A dialog opened by a click closes by going back, so that Back never reopens it; one that was loaded with the URL
      // is removed from it.
      close: (...names: string[]) => {
        if (opened === OPENED_HERE) void navigate(-1)
        else move((params) => names.forEach((name) => params.delete(name)), { replace: true, state: null })
      },
    }
  }, [navigate, opened])
}
