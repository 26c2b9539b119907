import type { ComponentProps } from 'react'
import type { LucideIcon } from 'lucide-react'
import { Button, type ButtonLook, type ButtonSize } from './Button.tsx'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import { Tooltip } from './Tooltip.tsx'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Both the accessible name and the tooltip. */
  label: string
  icon: LucideIcon
  look?: ButtonLook
  size?: ButtonSize
  busy?: boolean
}

export function IconButton({ label, icon, look = 'quiet', className, busy, ...rest }: IconButtonProps) {
  return (
    <Tooltip label={label} naming>
      <Button {...rest} look={look} className={classes('icon-only', className)} aria-label={label} busy={busy}>
        {!busy && <Icon of={icon} />}
      </Button>
    </Tooltip>
  )
}
