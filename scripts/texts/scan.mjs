import { parseSync, visitorKeys } from 'oxc-parser'

/** Functions whose first argument is a text, and those whose first argument is a table of texts. */
const SAYS = new Set(['say', 'text', 'sayParts', 'sayNodes'])
const TABLES = new Set(['texts'])

/** Calls whose arguments nobody reads: errors for developers, the console, selectors, and names of the DOM. */
const UNREAD =
  /^((?!AppError|fieldError)\w*Error|console\.\w+|([\w.]+\.)?log\.\w+|classes|useFocusFallback|[\w.?]*?\.?(querySelector(All)?|closest|matches|setAttribute|getAttribute|addEventListener|removeEventListener|setProperty|getPropertyValue|getContext|matchMedia)|matchMedia|URL|RegExp|URLSearchParams|sql(\.\w+)?)$/

/** Attributes whose values are names of the page's own. */
const UNREAD_ATTRIBUTES =
  /^(className|style|id|key|name|type|role|href|to|rel|d|viewBox|points|transform|aria-\w+by|data-.*)$/

/** Types are no code, unless they stand around an expression. */
const TYPES = /^TS(?!AsExpression|SatisfiesExpression|NonNullExpression)/

/** Names of headers, components and types of media; addresses; selectors, queries and classes of style sheets; keys. */
const NO_WORDS =
  /^[A-Z]\w*(-[A-Z]\w*)+$|^[A-Z][a-z]+[A-Z]\w*$|^[\w.+-]+\/[\w.+;= -]+$|^(\{\})?<|^[./]{1,2}\S+$|^[([.#]|\[[\w-]+[\]=]|^[a-z]+-[a-z-]+ [a-z{} -]+$|^[a-z]+ [a-z]+-[a-z{}-]*$|^(Enter|Escape|Tab|Home|End|Delete|Backspace)$/

/** A capitalised word, or two words, or one beside a blank or a placeholder. */
const WORDS = /(^|[^\p{L}])\p{Lu}\p{Ll}|\p{L}{2,}[,;:.!?…]? +\S*\p{L}{2,}|(^|\}) +\p{L}{2,}|\p{L}{2,}[.:,]? +($|\{)/u

/**
 * Whether a string looks like words for people. Single words in lower case do not, although some are.
 * @param {string} string with `{}` for what is inserted
 */
function isSentence(string) {
  return !NO_WORDS.test(string) && WORDS.test(string)
}

/**
 * The texts of a source file, the sentences that are in none, and texts that are said while the module is loaded, when the
 * language of their reader is not known.
 * @param {string} file
 * @param {string} source
 * @param {ReadonlySet<string>} tables names of tables of texts, in whatever file
 * @typedef {{ english: string, line: number, start: number, end: number, node: object }} Found
 * @returns {{ texts: Found[], raw: Found[], early: Found[] }}
 */
export function scan(file, source, tables = new Set()) {
  const found = { texts: [], raw: [], early: [] }
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  /** Kinds of nodes whose parts are not all alike. */
  const SPECIAL = {
    ImportDeclaration() {},
    ImportExpression() {},
    ExportAllDeclaration() {},
    CallExpression: visitCall,
    NewExpression: visitCall,
    Property(node, at) {
      if (node.computed) visit(node.key, at)
      visit(node.value, at)
    },
    MemberExpression(node, at) {
      checkTable(node.object, at)
      visitParts(node, at)
    },
    SpreadElement(node, at) {
      checkTable(node.argument, at)
      visitParts(node, at)
    },
    BinaryExpression(node, at) {
      visitParts(node, /^[!=]==?$/.test(node.operator) ? { ...at, isRead: false } : at)
    },
    SwitchCase(node, at) {
      for (const one of node.consequent) visit(one, at)
    },
    TaggedTemplateExpression(node, at) {
      visitParts(node, { ...at, isRead: false })
    },
    JSXAttribute(node, at) {
      const name = source.slice(node.name.start, node.name.end)
      if (node.value) visit(node.value, UNREAD_ATTRIBUTES.test(name) ? { ...at, isRead: false } : at)
    },
    JSXText(node) {
      if (/\p{L}{2,}/u.test(node.value)) note('raw', node, node.value)
    },
    Literal(node, at) {
      if (at.isRead && typeof node.value === 'string' && isSentence(node.value)) note('raw', node, node.value)
    },
    TemplateLiteral(node, at) {
      const words = node.quasis.map(({ value }) => value.cooked).join('{}')
      if (at.isRead && isSentence(words)) note('raw', node, words)
      for (const one of node.expressions) visit(one, at)
    },
  }
  visit(program, { isRead: true, isLoading: true })
  return found

  function note(kind, node, english) {
    const { start, end } = node
    found[kind].push({ english, start, end, node, line: source.slice(0, start).split('\n').length })
  }

  /** @param {{ isRead: boolean, isLoading: boolean }} at whether people read what stands here, and when it runs */
  function visit(node, at) {
    if (TYPES.test(node.type)) return
    const special = SPECIAL[node.type]
    if (special) return special(node, at)
    visitParts(node, isFunction(node) ? { ...at, isLoading: false } : at)
  }

  function visitParts(node, at) {
    for (const key of visitorKeys[node.type] ?? []) {
      const part = node[key]
      for (const one of Array.isArray(part) ? part : [part]) if (one) visit(one, at)
    }
  }

  function visitCall(node, at) {
    const name = source.slice(node.callee.start, node.callee.end)
    const [first, ...values] = node.arguments
    if (SAYS.has(name) && first) {
      const english = stringOf(first)
      if (english === undefined) visit(first, at)
      else note('texts', first, english)
      if (name !== 'text' && at.isLoading) note('early', node, english ?? name)
      for (const value of values) visit(value, at)
    } else if (TABLES.has(name) && objectOf(first)) {
      for (const one of objectOf(first).properties) note('texts', one, stringOf(one.value) ?? '')
    } else visitParts(node, UNREAD.test(name) ? { ...at, isRead: false } : at)
  }

  function checkTable(node, at) {
    if (at.isLoading && node?.type === 'Identifier' && tables.has(node.name)) note('early', node, node.name)
  }
}

const isFunction = ({ type }) => /^(Arrow)?Function/.test(type)

/** The string of a literal; undefined if it depends on something. */
function stringOf(node) {
  if (node === undefined) return undefined
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  return node.type === 'TemplateLiteral' && node.expressions.length === 0 ? node.quasis[0].value.cooked : undefined
}

/** The object of `{ … } satisfies Type`, too. */
function objectOf(node) {
  if (node?.type === 'TSSatisfiesExpression') return objectOf(node.expression)
  return node?.type === 'ObjectExpression' ? node : undefined
}
