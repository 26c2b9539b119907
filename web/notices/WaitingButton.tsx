import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { count } from '../ui/count.ts'
import { waitingOptions } from './api.ts'

interface WaitingButtonProps {
  isShown: boolean
  onToggle: () => void
}

/** Shows and hides what waits for the person, and says how much it is. */
export function WaitingButton({ isShown, onToggle }: WaitingButtonProps) {
  const { data } = useQuery(waitingOptions)
  return (
    <Button look="quiet" icon={Inbox} aria-expanded={isShown} onClick={onToggle}>
      Waiting for me{data && `: ${count(data.total)}`}
    </Button>
  )
}
