/** The pages of the built-in roles are named as specified: /team/roles/administrator is the role `admin`. */
const ADMINISTRATOR = 'administrator'

export function rolePath(id: string): string {
  return `/team/roles/${id === 'admin' ? ADMINISTRATOR : encodeURIComponent(id)}`
}

/** The id of the role that a path names. */
export function roleIdIn(pathname: string): string {
  const last = decodeURIComponent(pathname.split('/').at(-1) ?? '')
  return last === ADMINISTRATOR ? 'admin' : last
}
