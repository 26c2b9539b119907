import type { ComponentProps, ReactNode } from 'react'
import { Tabs as Radix } from 'radix-ui'
import { classes } from './classes.ts'

/** Controlled tabs: `<Tabs value onValueChange><TabList label tabs/><TabPanel value/>…</Tabs>`. */
export function Tabs({ className, ...rest }: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root {...rest} className={classes('tabroot', className)} />
}

export interface TabListProps {
  /** Names the row of tabs for readers. */
  label: string
  tabs: readonly { value: string; label: string; count?: ReactNode }[]
}

export function TabList({ label, tabs }: TabListProps) {
  return (
    <Radix.List className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Radix.Trigger key={tab.value} value={tab.value}>
          {tab.label}
          {tab.count !== undefined && tab.count !== null && (
            <>
              {' '}
              <span className="c">{tab.count}</span>
            </>
          )}
        </Radix.Trigger>
      ))}
    </Radix.List>
  )
}

export function TabPanel(props: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content {...props} />
}
