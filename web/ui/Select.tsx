import type { ReactNode, Ref } from 'react'
import { Select as Radix } from 'radix-ui'
import { Check, ChevronDown, ChevronUp } from 'lucide-react'
import { classes } from './classes.ts'
import { useFieldControl } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { pageNonce } from './nonce.ts'

export interface SelectOption {
  /** Never empty: an empty value means that nothing is chosen. */
  value: string
  label: string
  /** A small drawing before the label. */
  glyph?: ReactNode
  disabled?: boolean
}

export interface SelectProps {
  options: readonly SelectOption[]
  value: string
  onValueChange: (value: string) => void
  placeholder?: string
  /** Needed when the select stands outside a Field. */
  'aria-label'?: string
  disabled?: boolean
  size?: 'medium' | 'large'
  className?: string
  onBlur?: () => void
  name?: string
  ref?: Ref<HTMLButtonElement>
}

/** A list box with type-ahead (its buffer is forgotten after a second) that also works inside a dialog. */
export function Select({
  options,
  value,
  onValueChange,
  placeholder,
  disabled,
  size,
  className,
  ...rest
}: SelectProps) {
  const { name, ...trigger } = rest
  const chosen = options.find((option) => option.value === value)
  return (
    <Radix.Root value={value} onValueChange={onValueChange} disabled={disabled} name={name}>
      <Radix.Trigger
        {...useFieldControl()}
        {...trigger}
        className={classes('in sel', size === 'large' && 'lg', className)}
      >
        <span className="val">
          {chosen?.glyph}
          <Radix.Value placeholder={placeholder}>{chosen?.label}</Radix.Value>
        </span>
        <Radix.Icon className="chev" asChild>
          <ChevronDown size={16} strokeWidth={1.5} absoluteStrokeWidth />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="menu select" position="popper" sideOffset={4} collisionPadding={8}>
          <Radix.ScrollUpButton className="opts-more">
            <Icon of={ChevronUp} size="s" />
          </Radix.ScrollUpButton>
          <Radix.Viewport nonce={pageNonce()}>
            {options.map((option) => (
              <Radix.Item key={option.value} value={option.value} disabled={option.disabled} className="opt">
                <span className="val">
                  {option.glyph}
                  <Radix.ItemText>{option.label}</Radix.ItemText>
                </span>
                <Radix.ItemIndicator className="tick">
                  <Icon of={Check} />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
          <Radix.ScrollDownButton className="opts-more">
            <Icon of={ChevronDown} size="s" />
          </Radix.ScrollDownButton>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
