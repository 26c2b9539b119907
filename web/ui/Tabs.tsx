import { createContext, use, useId, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react'

interface TabsState {
  id: string
  value: string
  onValueChange: (value: string) => void
}
const TabsContext = createContext<TabsState>({ id: '', value: '', onValueChange: () => {} })

export interface TabsProps extends Omit<TabsState, 'id'> {
  children: ReactNode
}

/** Controlled tabs: `<Tabs value onValueChange><TabList label tabs/><TabPanel value/>…</Tabs>`. */
export function Tabs({ value, onValueChange, children }: TabsProps) {
  const id = useId()
  return (
    <TabsContext value={{ id, value, onValueChange }}>
      <div className="tab-root">{children}</div>
    </TabsContext>
  )
}

export interface TabListProps {
  /** Accessible name of the tab list. */
  label: string
  tabs: readonly { value: string; label: string; count?: ReactNode }[]
}

/** One stop of the Tab key; the arrow keys, Home and End activate the tab they move to. */
export function TabList({ label, tabs }: TabListProps) {
  const { id, value, onValueChange } = use(TabsContext)
  const at = tabs.findIndex((tab) => tab.value === value)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
    const to = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }[event.key]
    const next = to === undefined ? undefined : tabs[to]
    if (to === undefined || !next) return
    event.preventDefault()
    onValueChange(next.value)
    event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus()
  }
  return (
    <div role="tablist" aria-label={label} aria-orientation="horizontal" className="tabs">
      {tabs.map((tab, i) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`${id}-tab-${tab.value}`}
          aria-selected={tab.value === value}
          aria-controls={tab.value === value ? `${id}-panel-${tab.value}` : undefined}
          data-state={tab.value === value ? 'active' : 'inactive'}
          tabIndex={i === Math.max(at, 0) ? 0 : -1}
          onClick={() => onValueChange(tab.value)}
          onKeyDown={onKeyDown}
        >
          {tab.label}
          {tab.count !== undefined && tab.count !== null && (
            <>
              {' '}
              <span className="count">{tab.count}</span>
            </>
          )}
        </button>
      ))}
    </div>
  )
}

export function TabPanel({ value, children, ...rest }: ComponentProps<'div'> & { value: string }) {
  const { id, value: shown } = use(TabsContext)
  if (value !== shown) return null
  return (
    <div
      {...rest}
      role="tabpanel"
      id={`${id}-panel-${value}`}
      aria-labelledby={`${id}-tab-${value}`}
      // Lets the keyboard reach and scroll a panel that contains no control.
      tabIndex={0}
    >
      {children}
    </div>
  )
}
