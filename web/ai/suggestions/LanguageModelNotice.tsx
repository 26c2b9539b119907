import { useQuery } from '@tanstack/react-query'
import { classes } from '../../ui/classes.ts'
import { statusOptions } from './api.ts'

interface LanguageModelNoticeProps {
  /** only what the local engine does not fully understand */
  onlySome?: boolean
  className?: string | undefined
}

/** Names the language model that also reads the text; nothing where only this server does. */
export function LanguageModelNotice({ onlySome = false, className }: LanguageModelNoticeProps) {
  const model = useQuery(statusOptions()).data?.languageModel
  if (!model) return null
  return (
    <p className={classes('text-12 muted', className)}>
      The language model {model} reads {onlySome ? 'questions that I do not fully understand' : 'this too'}, without
      email addresses, links or the full names of people here.
    </p>
  )
}
