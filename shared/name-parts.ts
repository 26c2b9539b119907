/** Particles that begin a last name of several words. */
const BEFORE_LAST_NAMES = new Set(
  'al bin bint da de del della den der di do dos du el ibn la le ten ter van von zu بن ابن بنت أبو ابو آل'.split(' '),
)

/**
 * The last word is the last name, with the particles before it; a single name leaves the last name empty. With one comma
 * the last name comes first, as in "Bell, Anna".
 */
export function nameParts(fullName: string): { firstName: string; lastName: string } {
  const [last, first, ...more] = fullName.split(',').map((part) => part.trim().replaceAll(/\s+/gu, ' '))
  if (last && first && more.length === 0) return { firstName: first, lastName: last }
  const words = fullName.trim().split(/\s+/u)
  if (words.length === 1) return { firstName: words[0]!, lastName: '' }
  let at = words.length - 1
  while (at > 1 && BEFORE_LAST_NAMES.has(words[at - 1]!.toLowerCase())) at--
  return { firstName: words.slice(0, at).join(' '), lastName: words.slice(at).join(' ') }
}
