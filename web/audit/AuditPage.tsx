import { Area } from '../app/pages/Area.tsx'
import { AuditLog } from './AuditLog.tsx'
import { HeadCard } from './HeadCard.tsx'
import { LogDamage } from './LogDamage.tsx'

export default function AuditPage() {
  return (
    <Area line="Every change, sign-in and denied call, newest first. Reading it is recorded as well.">
      <div className="stack">
        <LogDamage />
        <AuditLog />
        <HeadCard />
      </div>
    </Area>
  )
}
