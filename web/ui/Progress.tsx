const MAX = 100

/** A bar from 0 to `max`, indeterminate without a value. */
export function Progress({ value, max = MAX, label }: { value?: number; max?: number; label: string }) {
  const share = value === undefined ? undefined : Math.min(1, Math.max(0, value / max))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className={share === undefined ? 'bar unknown' : 'bar'}
    >
      <i style={share === undefined ? {} : { width: `${share * 100}%` }} />
    </div>
  )
}
