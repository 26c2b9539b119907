/**
 * What a text says openly about urgency and weight. Each sign is a fact among others for the classifier, which learns what it
 * is worth; none decides by itself, and words like "urgent" or "critical" are no signs at all: anybody can write them.
 */
export const SIGNALS = {
  date: 'gives a date or deadline',
  law: 'refers to a law or legal duty',
  outage: 'describes an outage or a stoppage',
  people: 'affects many people or cases',
  money: 'involves money',
  security: 'describes a security incident',
  mildness: 'describes itself as a small request',
} as const
export type Signal = keyof typeof SIGNALS

const PATTERNS: Record<Signal, RegExp> = {
  date: /\b(\d{4}-\d{2}-\d{2}|\d{1,2} (?:january|february|march|april|may|june|july|august|september|october|november|december)|(?:by|before|until|from|on) (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|tonight|midnight|the end of)|deadline|tomorrow|midnight|takes effect|in force|goes? live)\b/i,
  law: /\b(law|laws|legal(?:ly)?|regulation|decree|treaty|directive|court|courts|act of|statut\w*|commissioner|auditors?|void|prosecutor|sanction\w*|embargo)\b/i,
  outage:
    /\b(down|outage|unreachable|not reachable|crash\w*|freez\w*|stands? still|stop(?:s|ped) (?:working|answering)|cannot (?:save|work|be released|sign in)|can't work|no answers?|fails?|failed|failing|nothing can|out since|disk full|no space left|queue (?:at|since))\b/i,
  people:
    /\b(all (?:offices|users|brokers|traders|gates|declarations|staff)|everybody|everyone|every office|nobody can|(?:\d{2,}|\d{1,3}[.,]\d{3}|dozens|hundreds|thousands|millions?) (?:of )?(?:\w+ )?(?:users|trucks|traders|brokers|declarations|cases|people|carriers|containers|customers)|(?:\d{3,}|\d{1,3}[.,]\d{3}|hundreds|thousands|millions?) (?:of )?(?:\w+ )?(?:rows|letters))\b/i,
  money:
    /(?:[$€£]\s?\d|\b\d+(?:[.,]\d+)* ?(?:euro|eur|usd|dollars?|million)\b|\b(?:payments?|refunds?|charged|revenue|duty is lost|double payment|fine|fines)\b)/i,
  security:
    /\b(attack\w*|breach\w*|leak\w*|stolen|hacked|ransomware|malware|injection|vulnerab\w*|exploit\w*|intruder\w*|forged|unknown (?:account|device)|revoke|visible to other|readable by everyone)\b/i,
  mildness:
    /\b(nice to have|would be nice|no hurry|someday|cosmetic|when(?:ever)? (?:somebody|someone|there) (?:has|is) time|small (?:wish|convenience)|not (?:really )?urgent|only if)\b/i,
}

/** Signs in the order of `SIGNALS`, each with the words that show it. */
export function signalsOf(title: string, description: string): { signal: Signal; words: string }[] {
  const text = `${title.slice(0, 500)}\n${description.slice(0, 4000)}`
  const found: { signal: Signal; words: string }[] = []
  for (const signal of Object.keys(PATTERNS) as Signal[]) {
    const match = PATTERNS[signal].exec(text)
    if (match) found.push({ signal, words: match[0].trim() })
  }
  return found
}

export function factsOf(title: string, description: string): string[] {
  return signalsOf(title, description).map(({ signal }) => `signal=${signal}`)
}
