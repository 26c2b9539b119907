import type { ServiceRequest } from '../../../shared/requests.ts'
import { say } from '../../../shared/texts/say.ts'
import { toast } from '../../ui/toast.ts'

/** The human-readable address of a request: by its number, not its id. */
export function requestAddress(request: Pick<ServiceRequest, 'requestId'>): string {
  return `/requests/${encodeURIComponent(request.requestId)}`
}

/** Copies the request's own address to the clipboard; if the browser refuses, shows it for copying by hand. */
export async function copyLink(request: Pick<ServiceRequest, 'requestId'>): Promise<void> {
  const link = new URL(requestAddress(request), window.location.origin).href
  try {
    await navigator.clipboard.writeText(link)
    toast({ tone: 'good', title: say('Link copied'), description: link })
  } catch {
    toast({ title: say('The link could not be copied'), description: link })
  }
}
