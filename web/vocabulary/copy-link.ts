import type { ServiceRequest } from '../../shared/requests.ts'
import { toast } from '../ui/toast.ts'

/** The address that people can read: by the number, not the id. */
export function requestAddress(request: Pick<ServiceRequest, 'requestId'>): string {
  return `/requests/${encodeURIComponent(request.requestId)}`
}

/** Puts the request's own address into the clipboard; where the browser refuses, shows it to be copied by hand. */
export async function copyLink(request: Pick<ServiceRequest, 'requestId'>): Promise<void> {
  const link = new URL(requestAddress(request), window.location.origin).href
  try {
    await navigator.clipboard.writeText(link)
    toast({ tone: 'good', title: 'Link copied', description: link })
  } catch {
    toast({ title: 'The link could not be copied', description: link })
  }
}
