import { createHash, randomUUID } from 'node:crypto'

/** @param sender address that mail comes from: its domain makes the id unique in the world */
export function newMessageId(sender: string): string {
  return `<${randomUUID()}@${domainOf(sender)}>`
}

/** The id that all mail about one thing refers to, so that mail programs show it as one conversation. No mail has it. */
export function threadIdOf(thing: string, sender: string): string {
  return `<thread.${createHash('sha256').update(thing).digest('hex').slice(0, 32)}@${domainOf(sender)}>`
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}
