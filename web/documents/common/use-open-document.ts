import { useMemo } from 'react'
import { useDialogAddress } from '../../client/dialog-address.ts'

/** The place at which a document is opened. */
export interface DocumentSpot {
  /** from 1 */
  page?: number | undefined
  /** words to find and mark */
  find?: string | undefined
}

/** Not `page`, which is the list's. */
const PAGE = 'documentPage'
const FIND = 'find'

export function readDocument(params: URLSearchParams): (DocumentSpot & { id: string }) | null {
  const id = params.get('document')
  const page = Number(params.get(PAGE))
  if (!id) return null
  return { id, page: Number.isInteger(page) && page > 0 ? page : undefined, find: params.get(FIND) ?? undefined }
}

/** Sets the query parameters that open a document: `?document=<id>&documentPage=3&find=words`. */
export function setDocument(params: URLSearchParams, id: string, { page, find }: DocumentSpot = {}): void {
  params.set('document', id)
  if (page && page > 1) params.set(PAGE, String(page))
  else params.delete(PAGE)
  if (find) params.set(FIND, find)
  else params.delete(FIND)
}

/** Opens the preview of a document over the current page, by changing the URL. */
export function useOpenDocument() {
  const address = useDialogAddress()
  return useMemo(
    () => ({
      open: (id: string, spot?: DocumentSpot) => address.push((params) => setDocument(params, id, spot)),
      /** Another document in the same dialog. */
      step: (id: string) => address.stay((params) => setDocument(params, id)),
      /** Another page of the same document, unless another document was opened meanwhile. */
      turn: (id: string, spot: DocumentSpot) =>
        address.stay((params) => {
          if (params.get('document') === id) setDocument(params, id, spot)
        }),
      close: () => address.close('document', PAGE, FIND),
    }),
    [address],
  )
}
