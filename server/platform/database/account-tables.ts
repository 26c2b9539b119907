import type { Generated } from 'kysely'
import type { ImportEncoding, ImportOutcome, ImportState } from '../../../shared/people-import.ts'
import type { LeftOutReason } from '../../../shared/people-changes.ts'
import type { ThrottleKind } from '../../../shared/blocked-sign-ins.ts'
import type { AccountLinkKind } from '../../../shared/account-links.ts'

/** Tables of roles, accounts and signing in; the column conventions of `Tables` apply. */
export interface AccountTables {
  /** `permissions` is a JSON list; entries unknown to this version are preserved. */
  roles: {
    id: string
    name: string
    description: Generated<string>
    permissions: string
    /** incremented with each change */
    version: Generated<number>
    created_at: string
  }
  users: {
    id: string
    username: string
    /** `usernameKey`, unique */
    username_key: string
    first_name: string
    last_name: string
    /** folded "first last", for sorting */
    name_key: string
    email: string
    /** `emailKey`, unique among accounts with `shares_email` 0; empty: no address */
    email_key: Generated<string>
    /** 1: had its address before addresses were unique, and so did an older account */
    shares_email: Generated<number>
    department: string | null
    role_id: string
    /** empty while the person is invited */
    password_hash: string
    created_at: string
    updated_at: string
    last_login_at: string | null
    deactivated_at: string | null
    /** when the person chose their first password; null while they are invited */
    activated_at: string | null
    /** of their sessions, accurate to a minute */
    last_active_at: string | null
    version: Generated<number>
    /** folded name, username and address, for the search */
    search_key: Generated<string>
    /** 1: created by a seed, with a published password; cannot sign in outside the demo */
    is_demo: Generated<number>
    /** the person's own dashboard layout: JSON of `PlacedCard[]` */
    dashboard: string | null
  }
  sessions: {
    id: string
    user_id: string
    created_at: string
    last_seen_at: string
    expires_at: string
    user_agent: string | null
    address: string | null
    /** the person whose view an administrator sees, read-only */
    seen_as_id: string | null
    seen_as_until: string | null
  }
  /**
   * Invitations and one-time password links. Retained after the account is deleted, so that its link can still say why
   * it no longer works.
   */
  account_links: {
    id: string
    token_hash: string
    kind: AccountLinkKind
    user_id: string
    created_at: string
    /** null: created on the server's command line */
    created_by_id: string | null
    expires_at: string
    used_at: string | null
    /** replaced by a newer one, withdrawn, or invalidated with the account */
    ended_at: string | null
  }
  /** `key` says what is counted: kind, account, address. */
  sign_in_failures: {
    key: string
    /** identifies a block for the administrator who lifts it: the key may contain a mistyped password */
    id: string
    kind: ThrottleKind
    /** a person's id for `password`, else the account's `username_key`, or that of a name that no account has */
    account: string | null
    address: string | null
    failures: number
    last_failed_at: string
    blocked_until: string | null
  }
  /** Files of people that are checked and imported. `columns`, `choices` and `summary` are JSON of `PeopleImport`. */
  people_imports: {
    id: string
    user_id: string
    state: ImportState
    encoding: ImportEncoding
    people: number
    columns: string
    choices: string
    summary: string
    created_at: string
  }
  /** `cells` is JSON: the file's own texts. */
  people_import_lines: {
    import_id: string
    line: number
    cells: string
    /** for sorting: what needs a look first */
    rank: number
    outcome: ImportOutcome
    /** JSON of a `Plan` */
    plan: string
    /** the invitation that was made */
    link_id: string | null
    done_at: string | null
  }
  /** Changes of several accounts at once. */
  people_changes: {
    id: string
    created_by_id: string
    /** JSON of a `PersonAction` */
    action: string
    total: number
    created_at: string
    /** null: still running */
    ended_at: string | null
  }
  /** The people of a change, in its order. */
  people_change_items: {
    change_id: string
    place: number
    person_id: string
    /** null: not reached yet */
    done_at: string | null
    /** null: changed */
    left_out: LeftOutReason | null
    /** the invitation link that was made */
    link_id: string | null
  }
  /** Recent sign-in addresses of each account. */
  sign_in_addresses: { user_id: string; address: string; last_at: string }
}
