import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchContent } from './api.ts'

/** The bytes of a document, kept while it is open; how many have come so far. */
export function useContent(id: string) {
  const [received, setReceived] = useState(0)
  const query = useQuery({
    // Not an address alone: other queries hold what was parsed.
    queryKey: ['document-content', id],
    queryFn: ({ signal }) => fetchContent(id, setReceived, signal),
    staleTime: Infinity,
    gcTime: 0,
    retry: 1,
  })
  return { query, received }
}
