import { Printer } from 'lucide-react'
import { Button, type ButtonProps } from './Button.tsx'
import { say } from '../../shared/texts/say.ts'

/** Prints this page. Hidden on phones (`no-touch`), where the browser's own menu prints. */
export function PrintButton({ size }: Pick<ButtonProps, 'size'>) {
  return (
    <Button look="quiet" {...(size && { size })} icon={Printer} className="no-touch" onClick={() => window.print()}>
      {say('Print')}
    </Button>
  )
}
