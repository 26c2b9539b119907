/** The answer to a question in an unsupported language. */
interface Sentence {
  lang: string
  dir: 'ltr' | 'rtl'
  text: string
}

function sentence(lang: string, dir: Sentence['dir'], text: string): Sentence {
  return { lang, dir, text }
}

const SCRIPTS: readonly (readonly [RegExp, Sentence])[] = [
  [
    /\p{Script=Arabic}/gu,
    sentence(
      'ar',
      'rtl',
      'لا أفهم العربية بعد، ولا أريد أن أخمّن ما تقصده. يمكنني الإجابة عن الأسئلة المكتوبة بالإنجليزية. اختر أحد هذه الأسئلة، أو اسأل شخصًا من فريقك.',
    ),
  ],
  [
    /\p{Script=Hebrew}/gu,
    sentence(
      'he',
      'rtl',
      'אני עדיין לא מבין עברית ולא רוצה לנחש. אני יכול לענות על שאלות באנגלית. בחרו אחת מהשאלות האלה.',
    ),
  ],
  [
    /\p{Script=Cyrillic}/gu,
    sentence(
      'ru',
      'ltr',
      'Я пока не понимаю вопросы на этом языке и не хочу гадать. Я отвечаю на вопросы на английском. Выберите один из этих вопросов.',
    ),
  ],
  [
    /\p{Script=Greek}/gu,
    sentence(
      'el',
      'ltr',
      'Δεν καταλαβαίνω ακόμη ελληνικά και δεν θέλω να μαντέψω. Απαντώ σε ερωτήσεις στα αγγλικά. Επιλέξτε μία από αυτές.',
    ),
  ],
  [
    /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
    sentence(
      'ja',
      'ltr',
      '日本語の質問にはまだ対応していません。推測では答えません。英語の質問にはお答えできます。次の質問から選んでください。',
    ),
  ],
  [
    /\p{Script=Hangul}/gu,
    sentence(
      'ko',
      'ltr',
      '아직 한국어 질문은 이해하지 못하며, 추측해서 답하지 않습니다. 영어 질문에는 답할 수 있습니다. 다음 질문 중에서 고르세요.',
    ),
  ],
  [
    /\p{Script=Han}/gu,
    sentence('zh', 'ltr', '我还不能理解中文问题，也不想猜测。我可以回答英文问题。请选择下面的一个问题。'),
  ],
  [
    /\p{Script=Devanagari}/gu,
    sentence(
      'hi',
      'ltr',
      'मैं अभी हिन्दी में पूछे गए सवाल नहीं समझता और अनुमान नहीं लगाना चाहता। मैं अंग्रेज़ी के सवालों के जवाब दे सकता हूँ। इनमें से कोई एक चुनें।',
    ),
  ],
]

const OTHER_SCRIPT: Sentence = sentence(
  'en',
  'ltr',
  'I can’t read this language yet, and I don’t want to guess. I answer questions in English; choose one of these.',
)

/** Function words of each language, by which it is detected. */
const WORDS: readonly (readonly [RegExp, Sentence])[] = [
  [
    /^(le|la|les|des|du|une|est|sont|combien|quelles?|quels?|qui|mes|ma|mon|nos|notre|vos|pour|dans|avec|sans|sur|ce|cette|ces|que|quoi|comment|pourquoi|quand|depuis|plus|moins|pas|ont|ai|avons|avez|demandes?|ouvertes?|retard|en|et|au|aux|je|tu|nous|vous|il|elle|peux|peut|puis|montrez?|moi|affichez?|liste|toutes?|tous|semaine|mois|dernier|derniere|dernieres|urgentes?|critiques?|y|a-t-il|sur|annuler|veuillez|merci|bonjour|donnez?|etat|ou|par|annee|cours|supprimez|supprimer|svp|annulez|assignez|voir|voudrais|veux|faire|demandee|statut|bloquees?|rejetees?|terminees?|fait|quelqu|un|suis|votre|entre|jour|jours|aujourd|hui|hier|avant|apres|encore|deja|non|oui|ete|cree|creees?|assignees?|personne|service|traitement|attente|mot|passe|changer|beaucoup|salut|aide)$/,
    sentence(
      'fr',
      'ltr',
      'Je ne comprends pas encore les questions en français, et je ne veux pas deviner. Je peux répondre à vos questions en anglais sur les demandes : choisissez une de ces questions ou posez la vôtre en anglais.',
    ),
  ],
  [
    /^(der|die|das|ist|sind|wie|viele|welche|welcher|wer|hat|haben|meine|mein|unsere|und|oder|nicht|ohne|mit|fur|von|zu|im|den|dem|des|ein|eine|antrage|anfragen|uberfallig|offen|offene|zeige|bitte|gibt|es|ich|wir|letzte|letzten|woche|monat|wann|warum|alle|kritisch|kritische)$/,
    sentence(
      'de',
      'ltr',
      'Ich verstehe Fragen auf Deutsch noch nicht und möchte nicht raten. Ich beantworte Fragen auf Englisch: Wählen Sie eine von diesen.',
    ),
  ],
  [
    /^(el|los|las|cuantas?|cuantos?|cual|cuales|que|quien|mis|mi|nuestras?|estan|esta|son|hay|por|para|con|sin|del|una|un|solicitudes?|abiertas?|vencidas?|muestra|muestrame|y|o|no|ultima|ultimo|semana|mes|cuando|todas?|todos|tengo|criticas?)$/,
    sentence(
      'es',
      'ltr',
      'Todavía no entiendo preguntas en español y no quiero adivinar. Respondo preguntas en inglés: elija una de estas.',
    ),
  ],
]

/** The answer to a question that isn't English; null for one that may be. */
export function foreignSentence(question: string, isEnglish: (word: string) => boolean): Sentence | null {
  const letters = question.match(/\p{L}/gu)?.length ?? 0
  const latin = question.match(/\p{Script=Latin}/gu)?.length ?? 0
  if (letters > 0 && latin < letters / 2) {
    const counted = SCRIPTS.map(([pattern, sentence]) => ({ sentence, count: question.match(pattern)?.length ?? 0 }))
    const most = counted.toSorted((a, b) => b.count - a.count)[0]!
    return most.count > 0 ? most.sentence : OTHER_SCRIPT
  }
  const words = plain(question)
    .split(/[^\p{L}-]+/u)
    .filter(Boolean)
  const english = words.filter(
    (word) => word !== 'rfd' && isEnglish(word) && !WORDS.some(([pattern]) => pattern.test(word)),
  ).length
  const counted = WORDS.map(([pattern, sentence]) => ({
    sentence,
    count: words.filter((word) => pattern.test(word)).length,
  }))
  const most = counted.toSorted((a, b) => b.count - a.count)[0]!
  const isForeign = most.count >= 2 && most.count > english && most.count >= words.length * 0.35
  return isForeign ? most.sentence : null
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/ß/g, 'ss')
    .toLowerCase()
    .replace(/\b[ldjqcnms]['’]/g, '')
}
