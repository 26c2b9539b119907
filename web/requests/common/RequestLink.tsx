import { Link, type LinkProps } from 'react-router'
import { useOpenRequest } from './use-open-request.ts'

/** Opens a request in a dialog over this page; as a real link it also opens the request's own page in a new tab. */
export function RequestLink({ id, ...rest }: { id: string } & Omit<LinkProps, 'to'>) {
  const { link, warming } = useOpenRequest()
  return <Link {...rest} data-opens={id} {...link(id)} {...warming(id)} />
}
