import { Printer } from 'lucide-react'
import { Button, type ButtonProps } from './Button.tsx'

/** Prints this page. Not shown where a finger is the pointer: there the browser's own menu has it. */
export function PrintButton({ size }: Pick<ButtonProps, 'size'>) {
  return (
    <Button look="quiet" {...(size && { size })} icon={Printer} className="no-touch" onClick={() => window.print()}>
      Print
    </Button>
  )
}
