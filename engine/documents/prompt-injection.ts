import type { Span } from './sentences.ts'

/**
 * Sentences that address a machine reader (prompt injection), in English, French and Arabic. They are displayed and marked;
 * nothing here or elsewhere acts on them, and none becomes a proposal.
 */
const PROMPT_INJECTIONS: readonly RegExp[] = [
  /^[\s"'(*-]*(?:hey |dear |hello )?(?:ai|assistant|chatbot|bot|llm|language model|model|machine|gpt|copilot|ai (?:reader|assistant|system|model|agent))\s?,/iu,
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,30}\b(?:all |any |the |your |these |previous|prior|above|earlier|former|existing|system|safety)\b.{0,30}\b(?:instructions?|prompts?|rules?|guidelines?|directions?|commands?|context|restrictions?|messages?)\b/iu,
  /^(?:[\s"'[(<#*-]*)(?:hey |dear |hello |attention |note to |instructions? (?:to|for) |for )?(?:the )?(?:ai|a\.i\.|assistants?|chatbot|bot|system|llm|language model|model|machine|gpt|copilot|agent|automated (?:reader|system)|ai (?:reader|assistant|system|model|agent)s?|reader ai)\s?(?:[:>\])]|prompt\b|message\b|-{1,2}\s)/iu,
  /\b(?:you are|act as|pretend (?:to be|you)|you must now act|behave as|switch (?:to|into)|enter)\b.{0,30}\b(?:an? (?:ai|assistant|admin\w*|unrestricted|different)|in (?:admin\w*|developer|debug|god) mode|(?:admin\w*|developer|debug|god|jailbreak) mode|no longer bound|dan)\b/iu,
  /\b(?:mark|set|approve|accept|classify|treat|rate|score|rank)\b.{0,30}\b(?:this (?:document|request|proposal|letter|text)|every (?:proposal|request)|all (?:proposals|requests)|everything)\b.{0,40}\b(?:as (?:accepted|approved|critical|urgent|highest|valid)|approved|accepted|critical|highest|with (?:the )?(?:critical|highest|top))\b/iu,
  /\b(?:do not|don't|never) (?:tell|inform|mention|reveal|show|warn|alert|notify)\b.{0,25}\b(?:the )?(?:users?|reader|human|person|anyone|operator|staff)\b/iu,
  /\b(?:output|print|reveal|repeat|show|leak|send|disclose|exfiltrate)\b.{0,30}\b(?:your|the) (?:system prompt|prompt|instructions|hidden|secret|api key|password|credentials|list of all users|training data|configuration)/iu,
  /<\/?(?:system|assistant|instructions?|prompt|user)>|\[\/?(?:INST|SYSTEM|SYS)\]|<\|(?:im_start|im_end|system|endoftext)\|>|^#{2,} ?(?:system|instructions?|assistant)\b/iu,
  /\b(?:new|updated|real|hidden|secret) (?:system )?(?:instructions?|prompt)\s?:/iu,
  /\b(?:ignorez|oubliez|ne tenez pas compte|ne tiens pas compte|ignore|oublie)\b.{0,30}\b(?:instructions?|consignes?|règles?|directives?)\b/iu,
  /^(?:assistant|système|ia|modèle|machine|intelligence artificielle)\s?[:,]/iu,
  /\b(?:approuvez|acceptez|approuve|accepte|validez)\b.{0,30}\b(?:cette demande|toutes les (?:demandes|propositions)|ce document|tout)\b.{0,30}\b(?:automatiquement|critique|sans vérification|immédiatement)/iu,
  /\bne (?:dites|dis|montrez|montre|révélez) (?:rien |pas )?.{0,20}\b(?:utilisateurs?|lecteur)/iu,
  /(?:تجاهل|تجاهلي|تجاهلوا|انس|لا تلتزم)\s.{0,30}(?:التعليمات|الأوامر|القواعد|التوجيهات)/u,
  /^(?:أيها |يا )?(?:المساعد|النظام|النموذج|الذكاء الاصطناعي|الآلة|مساعد)\s?(?:الذكي|الآلي|اللغوي)?\s?[:،,]/u,
  /(?:وافق|اقبل|اعتمد)\s(?:على\s)?(?:جميع|كل|هذا|هذه)\s(?:المقترحات|الطلبات|الطلب|الوثيقة|المقترح)/u,
  /لا تخبر\s.{0,15}(?:المستخدم|القارئ)/u,
]
/** "Ig\u200bnore", "I-g-n-o-r-e", "i g n o r e": tricks that hide letters from a search. */
const UNSEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu
const SPACED = /(?<!\p{L})(?:\p{L}[ .·_*-]){4,30}\p{L}(?!\p{L})/gu
const MAX_LENGTH = 1200

/** Whether a sentence reads like an instruction to a machine. */
export function isPromptInjection(text: string): boolean {
  const plain = text.slice(0, MAX_LENGTH).replace(UNSEEN, '').normalize('NFKC').replace(/\s+/g, ' ').trim()
  const joined = plain.replace(SPACED, (word) => word.replace(/[ .·_*-]/g, ''))
  return PROMPT_INJECTIONS.some(
    (order) =>
      order.test(plain) ||
      (joined !== plain && (order.test(joined) || /ignore(?:all|previous|instructions)/i.test(joined))),
  )
}

/** Merges adjacent places. */
export function joinNeighbours(spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const { start, end } of spans) {
    const last = joined.at(-1)
    if (last && start - last.end <= 1) last.end = end
    else joined.push({ start, end })
  }
  return joined
}
