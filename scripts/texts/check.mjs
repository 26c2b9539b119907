import { IntlMessageFormat } from 'intl-messageformat'
import { isConverted } from './converted.mjs'
import { scanAll } from './sources.mjs'

/** Formats of one language; `shared/texts/formats.ts` has those of the reader's. */
const FIXED_LOCALE =
  /\.toLocale\w*String\(|new Intl\.(NumberFormat|ListFormat|PluralRules|RelativeTimeFormat|Collator)\(/

/** What must not be, as `file:line what`: checked in the sources that are converted or have texts. */
export function problemsOf(sources) {
  const concerned = sources.filter(({ file, source }) => isConverted(file) || /\b(say\w*|texts?)\(/.test(source))
  return [
    ...sources
      .filter(({ file, source }) => isFixed(file) && FIXED_LOCALE.test(source))
      .map(({ file }) => `${file} formats for one language only: use shared/texts/formats.ts`),
    ...scanAll(concerned, sources).flatMap(({ file, raw, early, texts }) => [
      ...(isConverted(file) ? raw : []).map(
        ({ line, english }) => `${file}:${line} raw sentence: ${JSON.stringify(english.trim())}`,
      ),
      ...early.map(
        ({ line, english }) => `${file}:${line} is said while the module is loaded: ${JSON.stringify(english)}`,
      ),
      ...texts.flatMap(({ line, english }) =>
        refusalOf(english).map((why) => `${file}:${line} ${why}: ${JSON.stringify(english)}`),
      ),
    ]),
  ]
}

/** Prompts of the language model are English. */
const isFixed = (file) => !/^shared\/texts\/formats|^server\/assistant\/by-model\//.test(file)

const readText = (english) => new IntlMessageFormat(english, 'en', undefined, { ignoreTag: true })

/** Why a text cannot be translated well, if it cannot. */
function refusalOf(english) {
  if (english === '') return ['no literal text']
  if (english !== english.trim()) return ['begins or ends with a blank, so it is a piece of a sentence']
  try {
    readText(english)
    return []
  } catch (error) {
    return [`is no ICU text (${error.message})`]
  }
}
