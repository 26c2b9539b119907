import { Printer } from 'lucide-react'
import { Button } from './Button.tsx'

/** Prints this page. Not shown where a finger is the pointer: there the browser's own menu has it. */
export function PrintButton() {
  return (
    <Button look="quiet" icon={Printer} className="no-touch" onClick={() => window.print()}>
      Print
    </Button>
  )
}
