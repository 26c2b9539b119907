import { randomUUID } from 'node:crypto'

/** @param sender address that mail comes from: its domain makes the id unique in the world */
export function newMessageId(sender: string): string {
  return `<${randomUUID()}@${domainOf(sender)}>`
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}
