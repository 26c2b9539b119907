type FailureCode = keyof typeof WORDS

export interface Failure {
  code: FailureCode
  /** Trying again is pointless: the server refused this mail for good. */
  isFinal: boolean
  answer: string | null
}

const WORDS = {
  refused: 'The SMTP server refused the message.',
  later: 'The SMTP server does not accept the message at the moment.',
  'sign-in': 'The SMTP server refused the username or password.',
  'no-starttls': 'The SMTP server offers no encryption (STARTTLS), so nothing was sent.',
  certificate: 'The certificate of the SMTP server is not valid for this host, so nothing was sent.',
  encryption: 'An encrypted connection to the SMTP server could not be made.',
  'forbidden-address': 'The SMTP host leads to an address that is not allowed.',
  'unknown-host': 'There is no host of this name.',
  unreachable: 'The SMTP server could not be reached.',
  timeout: 'The SMTP server did not answer in time.',
  'connection-lost': 'The connection to the SMTP server was lost.',
} as const

/** @param reason as stored with a mail */
export function isFailureCode(reason: string | null): reason is FailureCode {
  return reason !== null && Object.hasOwn(WORDS, reason)
}

/** Why a mail was not delivered, for people. */
export function failureInWords({ code, answer }: Pick<Failure, 'code' | 'answer'>): string {
  return answer === null ? WORDS[code] : `${WORDS[code]} It said: ${answer}`
}

const MAX_ANSWER = 500

/** What the server said, on one line of printable characters. */
export function shownAnswer(answer: unknown): string | null {
  if (typeof answer !== 'string') return null
  const shown = answer
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .toWellFormed()
    .slice(0, MAX_ANSWER)
  return shown === '' ? null : shown
}

/** Commands that are about one mail; a refusal of the others is about the server's settings, and may pass. */
const ABOUT_THE_MAIL = /^(MAIL FROM|RCPT TO|DATA)$/
/** Authentication or encryption is needed first: the settings have to change. */
const ABOUT_SETTINGS = new Set([530, 534, 535, 538])

export function failureOf(error: unknown, isLate: boolean): Failure {
  const { code = '', command = '', responseCode = 0, response, message } = detailsOf(error)
  const answer = shownAnswer(response)
  const because = (why: FailureCode, isFinal = false): Failure => ({ code: why, isFinal, answer })
  if (isLate) return because('timeout')
  if (responseCode >= 500 && ABOUT_THE_MAIL.test(command) && !ABOUT_SETTINGS.has(responseCode))
    return because('refused', true)
  if (code === 'EAUTH' || code === 'ENOAUTH' || ABOUT_SETTINGS.has(responseCode)) return because('sign-in')
  if (/STARTTLS/.test(command) && responseCode !== 0) return because('no-starttls')
  if (/^(ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code) || /certificate|altnames/i.test(message))
    return because('certificate')
  if (responseCode >= 400) return because('later')
  if (code === 'EFORBIDDENADDRESS') return because('forbidden-address')
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EDNS') return because('unknown-host')
  if (code === 'ETIMEDOUT') return because('timeout')
  if (code === 'ETLS') return because('encryption')
  return because(
    /^E(CONNREFUSED|HOSTUNREACH|NETUNREACH|ADDRNOTAVAIL|ACCES)$/.test(code) ? 'unreachable' : 'connection-lost',
  )
}

interface Details {
  code?: string
  command?: string
  responseCode?: number
  response?: string
  message: string
}

function detailsOf(error: unknown): Details {
  // Fields of the transport's and of Node's errors; whatever else is thrown has none of them.
  return error instanceof Error ? error : { message: String(error) }
}
