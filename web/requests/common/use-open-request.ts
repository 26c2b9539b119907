import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, type MouseEvent } from 'react'
import { commentsOptions } from './comments-api.ts'
import { historyOptions, requestOptions } from './api.ts'
import { useDialogAddress } from '../../client/dialog-address.ts'

const TABS = ['details', 'ai', 'comments', 'documents'] as const
export type RequestTab = (typeof TABS)[number]

/** The address parameter that names a comment. */
export const COMMENT_PARAM = 'comment'

export function readTab(params: URLSearchParams): RequestTab {
  return TABS.find((tab) => tab === params.get('tab')) ?? 'details'
}

/** A pointer that only passes over a row prefetches nothing. */
const HOVER_MS = 100

const hasNewTabKey = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => ctrlKey || metaKey || shiftKey

function sameClick({ nativeEvent: { ctrlKey, metaKey, shiftKey } }: MouseEvent): Event {
  return new MouseEvent('click', { ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true, view: window })
}

/** The clicked row; null if the click was on a control in it or ended a text selection. */
function clickedRow(event: MouseEvent): HTMLElement | null {
  const { target } = event
  if (event.defaultPrevented || event.button !== 0 || !(target instanceof Element)) return null
  if (target.closest('a, button, input, label') || getSelection()?.type === 'Range') return null
  return target.closest<HTMLElement>('[data-request]')
}

/** Prefetches the data of a request's dialogs on hover or focus, a moment before they are opened. */
function usePrefetch() {
  const client = useQueryClient()
  const hover = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(hover.current), [])
  return useCallback(
    (id: string) => {
      const warm = () => {
        void client.prefetchQuery(requestOptions(id))
        void client.prefetchInfiniteQuery(historyOptions(id))
        void client.prefetchInfiniteQuery(commentsOptions(id))
      }
      return {
        onPointerEnter: () => {
          hover.current = setTimeout(warm, HOVER_MS)
        },
        onPointerLeave: () => clearTimeout(hover.current),
        onFocus: warm,
      }
    },
    [client],
  )
}

/** Where in a request: its first tab needs no parameter. */
function placeOf(tab: RequestTab, commentId: string | null): URLSearchParams {
  const params = new URLSearchParams(tab === 'details' ? {} : { tab })
  if (commentId !== null) params.set(COMMENT_PARAM, commentId)
  return params
}

/** Opens the dialogs of a request, each by its URL, and prefetches their data. */
export function useOpenRequest() {
  const address = useDialogAddress()
  const warming = usePrefetch()
  return useMemo(() => {
    const { push, stay, close } = address
    const open = (id: string, tab: RequestTab = 'details', commentId: string | null = null) =>
      push((params) => {
        params.set('request', id)
        for (const other of ['tab', COMMENT_PARAM, 'edit', 'cancel', 'modal']) params.delete(other)
        for (const [name, value] of placeOf(tab, commentId)) params.set(name, value)
      })
    return {
      open,
      /** Prefetching handlers for a link or button that opens the request. */
      warming,
      /** Props of a link to the request's own page that opens the dialog here on a plain click. */
      link: (id: string, tab: RequestTab = 'details', commentId: string | null = null) => ({
        to: `/requests/${[encodeURIComponent(id), placeOf(tab, commentId)].filter(String).join('?')}`,
        onClick: (event: MouseEvent) => {
          if (hasNewTabKey(event)) return
          event.preventDefault()
          open(id, tab, commentId)
        },
      }),
      /**
       * A click anywhere in a row opens the request; with a modifier for a new tab it opens the request's own page there,
       * as its link does.
       * @param event from the container of the rows, each marked by `data-request`
       */
      openRow: (event: MouseEvent) => {
        const row = clickedRow(event)
        const id = row?.dataset['request']
        if (!row || !id) return
        const link = row.querySelector('a')
        if (hasNewTabKey(event)) return void link?.dispatchEvent(sameClick(event))
        // So that it gets the focus back when the request is closed.
        link?.focus({ preventScroll: true })
        open(id)
      },
      /** Another request in the same dialog. Replaces the history entry, so that Back leaves the dialog. */
      step: (id: string, page: number | null) =>
        stay((params) => {
          params.set('request', id)
          // It is not in the other request's discussion.
          params.delete(COMMENT_PARAM)
          if (page === 1) params.delete('page')
          else if (page !== null) params.set('page', String(page))
        }),
      showTab: (tab: RequestTab) =>
        stay((params) => (tab === 'details' ? params.delete('tab') : params.set('tab', tab))),
      // Without the permission to edit or cancel, the details are shown for those parameters too.
      close: () => close('request', 'tab', COMMENT_PARAM, 'edit', 'cancel'),
      edit: (id: string) =>
        push((params) => {
          params.set('edit', id)
          for (const other of ['cancel', 'modal']) params.delete(other)
        }),
      closeEdit: () => close('edit'),
      /** Opens the dialog that asks for the reason, to cancel another person's request. */
      openCancelDialog: (id: string) =>
        push((params) => {
          params.set('cancel', id)
          for (const other of ['edit', 'modal']) params.delete(other)
        }),
      closeCancel: () => close('cancel'),
    }
  }, [address, warming])
}
