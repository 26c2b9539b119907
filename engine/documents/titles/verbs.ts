/** Inflected forms of the verbs of requests. Verbs without a certain base form are missing and stay in their sentence. */

const REGULAR =
  'abolish accelerate accept activate adapt add address adjust adopt align allocate allow amend analyse announce apply appoint approve ' +
  'archive arrange ask assess assign attach authorise automate back block calculate cancel capture centralise certify change charge ' +
  'check clarify classify clean clear close collect combine compare complete configure confirm connect consider contain cover consolidate ' +
  'convert copy correct count create deactivate decrease deduct default define delay delete deliver deploy describe design destroy ' +
  'detect determine develop digitise disable disclose display distinguish distribute divide document double download ' +
  'draft earmark edit eliminate enable encrypt enforce enhance enlarge enrich ensure enter equip establish estimate evaluate examine ' +
  'exchange exclude exempt expand explain export extend extract fetch fill filter finalise finish fix flag format forward fund ' +
  'generate grant group guard handle harmonise ignore hide highlight identify implement import improve include increase index inform ' +
  'insert inspect install integrate introduce investigate invite isolate issue label launch lengthen limit link list load localise lock ' +
  'log lower maintain map mark match measure merge migrate modernise modify monitor move name notify number offer open optimise ' +
  'order organise patch permit phase pilot place plan post postpone prefill prepare prescribe present preserve prevent print prioritise ' +
  'process produce prohibit prolong prompt propose protect provide publish purchase query raise re-enable reactivate recalculate receive ' +
  'reconcile record recognise recover redesign redirect reduce refresh refund refuse register reinstate reject release reload remember ' +
  'remind remove rename renew reopen reorder reorganise repair repeat replace report request require reserve reset resolve ' +
  'restore restrict retain retire retry return reuse review revise revoke roll rotate round route save scan schedule secure select separate ' +
  'share shift shorten sign simplify skip sort speed standardise start stop store strengthen submit suggest supply support suppress ' +
  'suspend switch synchronise tag test track train transfer translate transmit turn undertake unify unlock update upgrade ' +
  'upload use validate verify waive warn weigh widen'

/** Base and participle. */
const IRREGULAR: Record<string, string> = {
  begin: 'begun', bring: 'brought', broadcast: 'broadcast', build: 'built', buy: 'bought', choose: 'chosen', cut: 'cut', draw: 'drawn',
  find: 'found', freeze: 'frozen', get: 'got', give: 'given', hide: 'hidden', hold: 'held', keep: 'kept', leave: 'left', let: 'let', make: 'made',
  overwrite: 'overwritten', pay: 'paid', put: 'put', read: 'read', redo: 'redone', reset: 'reset', resend: 'resent', rewrite: 'rewritten',
  run: 'run', see: 'seen', send: 'sent', set: 'set', show: 'shown', shut: 'shut', split: 'split', spread: 'spread', take: 'taken', teach: 'taught', tell: 'told',
  undertake: 'undertaken', undo: 'undone', withdraw: 'withdrawn', withhold: 'withheld', write: 'written',
} // prettier-ignore
const DOUBLING = new Set(
  'begin cancel cut flag format get label let log map permit plan prefill put reset run scan set shut skip split stop submit tag transfer'.split(
    ' ',
  ),
)
const AMERICAN = /is(e|ed|es|ing)$/

const regular = REGULAR.split(' ')
const bases = new Set([...regular, ...Object.keys(IRREGULAR)])
const participles = formsOf((base) => {
  if (IRREGULAR[base]) return [IRREGULAR[base]]
  return stems(base).map((stem) =>
    stem.endsWith('e') ? `${stem}d` : /[^aeiou]y$/.test(stem) ? `${stem.slice(0, -1)}ied` : `${stem}ed`,
  )
})
const presents = formsOf((base) => {
  if (/[^aeiou]y$/.test(base)) return [`${base.slice(0, -1)}ies`]
  return [/(?:s|x|z|ch|sh|o)$/.test(base) ? `${base}es` : `${base}s`]
})
const gerunds = formsOf((base) =>
  stems(base).map((stem) => (/[^eoy]e$/.test(stem) ? `${stem.slice(0, -1)}ing` : `${stem}ing`)),
)

/** "cancelled" and "canceled" */
function stems(base: string): string[] {
  if (!DOUBLING.has(base)) return [base]
  const doubled = `${base}${base.at(-1)!}`
  return base === 'cancel' || base === 'label' || base === 'format' ? [base, doubled] : [doubled]
}

function formsOf(form: (base: string) => string[]): ReadonlyMap<string, string> {
  const forms = [...bases].flatMap((base) => form(base).map((word) => [word, base] as const))
  const american = forms
    .filter(([word]) => AMERICAN.test(word) && !/(?:rais|revis)/.test(word))
    .map(([word, base]) => [word.replace(AMERICAN, 'iz$1'), base.replace(/ise$/, 'ize')] as const)
  return new Map([...forms, ...american])
}

export function isBase(word: string): boolean {
  const lower = word.toLowerCase()
  return bases.has(lower) || bases.has(lower.replace(/ize$/, 'ise'))
}

/** "shown" → "show"; null for an unknown verb. */
export function baseOfParticiple(word: string): string | null {
  return participles.get(word.toLowerCase()) ?? null
}

/** "sends" → "send". */
export function baseOfPresent(word: string): string | null {
  return presents.get(word.toLowerCase()) ?? null
}

/** "adding" → "add". */
export function baseOfGerund(word: string): string | null {
  return gerunds.get(word.toLowerCase()) ?? null
}
