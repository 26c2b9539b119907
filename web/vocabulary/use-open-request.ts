import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, type MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { commentsOptions } from './comments-api.ts'
import { historyOptions, requestOptions } from './api.ts'

const TABS = ['details', 'ai', 'comments', 'documents'] as const
export type RequestTab = (typeof TABS)[number]

export function readTab(params: URLSearchParams): RequestTab {
  return TABS.find((tab) => tab === params.get('tab')) ?? 'details'
}

/** Kept with the history entry of a dialog that was opened by a click. */
const OPENED_HERE = 'dialog'

/** A pointer that only passes over a row asks for nothing. */
const HOVER_MS = 100

function sameClick({ nativeEvent: { ctrlKey, metaKey, shiftKey } }: MouseEvent): Event {
  return new MouseEvent('click', { ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true, view: window })
}

/** Opens the dialogs of a request, each by its address, and loads what they show a moment earlier. */
export function useOpenRequest() {
  const { state: opened } = useLocation() as { state: unknown }
  const navigate = useNavigate()
  const client = useQueryClient()
  const hover = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(hover.current), [])

  return useMemo(() => {
    // From the address as it is now: a toast may call this long after the screen that raised it has gone.
    const move = (change: (params: URLSearchParams) => void, options: { replace: boolean; state: unknown }) => {
      const params = new URLSearchParams(window.location.search)
      change(params)
      const to = { pathname: window.location.pathname, search: params.toString() }
      void navigate(to, options)
    }
    const push = (change: (params: URLSearchParams) => void) => move(change, { replace: false, state: OPENED_HERE })
    const stay = (change: (params: URLSearchParams) => void) => move(change, { replace: true, state: opened })
    // A dialog that was opened in this window closes by going back, so that Back never opens it again; one that came
    // with the address is taken out of it.
    const close = (...names: string[]) => {
      if (opened === OPENED_HERE) void navigate(-1)
      else move((params) => names.forEach((name) => params.delete(name)), { replace: true, state: null })
    }
    const warm = (id: string) => {
      void client.prefetchQuery(requestOptions(id))
      void client.prefetchInfiniteQuery(historyOptions(id))
      void client.prefetchInfiniteQuery(commentsOptions(id))
    }
    const open = (id: string, tab: RequestTab = 'details') =>
      push((params) => {
        params.set('request', id)
        for (const other of ['tab', 'edit', 'cancel', 'modal']) params.delete(other)
        if (tab !== 'details') params.set('tab', tab)
      })
    return {
      open,
      /** Makes a link to the request's own page open it here when it is simply clicked. */
      link: (id: string, tab: RequestTab = 'details') => ({
        to: `/requests/${encodeURIComponent(id)}${tab === 'details' ? '' : `?tab=${tab}`}`,
        onClick: (event: MouseEvent) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          open(id, tab)
        },
      }),
      /**
       * A click anywhere in a row that isn't meant for a control of it, and no end of a selection, opens the request; with
       * a key for a new tab it opens the request's own page there, as its link does.
       * @param event heard by what holds the rows, each marked by `data-request`
       */
      openRow: (event: MouseEvent) => {
        const { target } = event
        if (event.defaultPrevented || event.button !== 0 || !(target instanceof Element)) return
        const row = target.closest<HTMLElement>('[data-request]')
        const id = row?.dataset['request']
        if (!id || target.closest('a, button, input, label') || getSelection()?.type === 'Range') return
        const link = row.querySelector('a')
        if (event.ctrlKey || event.metaKey || event.shiftKey) link?.dispatchEvent(sameClick(event))
        else {
          // It has the focus again when the request is closed.
          link?.focus({ preventScroll: true })
          open(id)
        }
      },
      /** Another request in the same dialog: Back leaves the dialog instead of paging through all that were seen. */
      step: (id: string, page: number | null) =>
        stay((params) => {
          params.set('request', id)
          if (page === 1) params.delete('page')
          else if (page !== null) params.set('page', String(page))
        }),
      showTab: (tab: RequestTab) =>
        stay((params) => (tab === 'details' ? params.delete('tab') : params.set('tab', tab))),
      close: () => close('request', 'tab', 'edit'),
      edit: (id: string) =>
        push((params) => {
          params.set('edit', id)
          for (const other of ['cancel', 'modal']) params.delete(other)
        }),
      closeEdit: () => close('edit'),
      /** Asks why before somebody else's request is cancelled. */
      askToCancel: (id: string) =>
        push((params) => {
          params.set('cancel', id)
          for (const other of ['edit', 'modal']) params.delete(other)
        }),
      closeCancel: () => close('cancel'),
      /** For a link or button that opens the request. */
      warming: (id: string) => ({
        onPointerEnter: () => {
          hover.current = setTimeout(() => warm(id), HOVER_MS)
        },
        onPointerLeave: () => clearTimeout(hover.current),
        onFocus: () => warm(id),
      }),
    }
  }, [client, navigate, opened])
}
