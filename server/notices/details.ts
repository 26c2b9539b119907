/** Values that a notice stores itself, because nothing else does: wire values, never names or texts. */
export interface NoticeDetails {
  department?: string
  dueDate?: string
  path?: string
  rows?: number
  address?: string
}
