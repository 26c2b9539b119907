import { BUILT_IN_ROLES, type Permission } from '../../shared/permissions.ts'
import styles from './team.module.css'
import { Note } from '../ui/Note.tsx'

/** What the server checks in this version; permissions that guard nothing yet are left out. */
const GROUPS: readonly { title: string; permissions: Partial<Record<Permission, string>> }[] = [
  {
    title: 'Requests',
    permissions: {
      'requests.create': 'Submit requests',
      'requests.cancelOwn': 'Cancel their own requests',
      'requests.edit': 'Edit requests',
      'requests.assign': 'Assign requests',
      'requests.cancelAny': 'Cancel anybody’s requests',
      'requests.viewAll': 'See every request, even where others see only their own',
      'comments.create': 'Add comments',
    },
  },
  {
    title: 'AI',
    permissions: {
      'ai.classify': 'Classify requests',
      'ai.estimate': 'Estimate processing times',
      'ai.assistant': 'Ask the assistant',
      'ai.batch': 'Analyze the backlog',
    },
  },
  {
    title: 'Figures and administration',
    permissions: {
      'dashboard.view': 'See dashboard statistics and charts',
      'analytics.view': 'See analytics',
      'team.manage': 'See team management',
      'settings.manage': 'Change settings',
      'audit.read': 'See whether the audit log is intact',
    },
  },
]

/** The permissions of a built-in role, to read. */
export function RolePermissions({ roleName }: { roleName: string }) {
  const granted: readonly string[] =
    Object.values(BUILT_IN_ROLES).find(({ name }) => name === roleName)?.permissions ?? []
  return (
    <div className="stack">
      <Note tone="blue" title="Permissions cannot be changed in this version">
        <p>These are the ones that the server enforces for this role.</p>
      </Note>
      <div className={styles.roleGroups}>
        {GROUPS.map(({ title, permissions }) => (
          <section key={title} className="card">
            <header className="lined">
              <h2>{title}</h2>
            </header>
            <dl className="key-values padded">
              {Object.entries(permissions).flatMap(([permission, words]) => [
                <dt key={permission}>{words}</dt>,
                <dd key={`${permission} granted`}>{granted.includes(permission) ? 'Yes' : 'No'}</dd>,
              ])}
            </dl>
          </section>
        ))}
      </div>
    </div>
  )
}
