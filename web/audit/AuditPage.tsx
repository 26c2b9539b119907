import { Area } from '../pages/Area.tsx'
import { AuditLog } from './AuditLog.tsx'

export default function AuditPage() {
  return (
    <Area line="Every change, sign-in and denied call, newest first. Reading it is recorded as well.">
      <AuditLog />
    </Area>
  )
}
