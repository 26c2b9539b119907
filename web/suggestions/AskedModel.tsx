import { useQuery } from '@tanstack/react-query'
import { statusOptions } from './api.ts'

/** Who reads what is sent from here, where that isn't only this server. */
export function AskedModel() {
  const model = useQuery(statusOptions()).data?.languageModel
  if (!model) return null
  return (
    <p className="text-12 muted asked">
      The language model {model} reads this too, without email addresses, links or the full names of people here.
    </p>
  )
}
