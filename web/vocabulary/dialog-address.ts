import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Kept with the history entry of a dialog that was opened by a click. */
const OPENED_HERE = 'dialog'

type Change = (params: URLSearchParams) => void

/** Opens and closes what the address names. */
export function useDialogAddress() {
  const { state: opened } = useLocation() as { state: unknown }
  const navigate = useNavigate()
  return useMemo(() => {
    // From the address as it is now: a toast may call this long after the screen that raised it has gone.
    const move = (change: Change, options: { replace: boolean; state: unknown }) => {
      const params = new URLSearchParams(window.location.search)
      change(params)
      const to = { pathname: window.location.pathname, search: params.toString() }
      void navigate(to, options)
    }
    return {
      push: (change: Change) => move(change, { replace: false, state: OPENED_HERE }),
      stay: (change: Change) => move(change, { replace: true, state: opened }),
      // A dialog that was opened in this window closes by going back, so that Back never opens it again; one that came
      // with the address is taken out of it.
      close: (...names: string[]) => {
        if (opened === OPENED_HERE) void navigate(-1)
        else move((params) => names.forEach((name) => params.delete(name)), { replace: true, state: null })
      },
    }
  }, [navigate, opened])
}
