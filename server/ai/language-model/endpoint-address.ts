import { addressProblem } from '../../platform/outgoing/address-problem.ts'

export type EndpointAddress = { url: string; problem?: undefined } | { url?: undefined; problem: string }

const MAX_LENGTH = 500

/**
 * Where a language model may be (`addressProblem`).
 * @returns the address without a trailing slash and without `/chat/completions`
 */
export function endpointAddress(text: string): EndpointAddress {
  const trimmed = text.trim()
  if (trimmed.length > MAX_LENGTH || !URL.canParse(trimmed)) return { problem: 'must look like https://host/v1' }
  const url = new URL(trimmed)
  const problem = addressProblem(url)
  if (problem !== undefined) return { problem }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '')
  return { url: `${url.origin}${path}` }
}
