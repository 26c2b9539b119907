import { say } from '../../../shared/texts/say.ts'

/** The first match counts: Edge and Opera also claim to be Chrome, and Chrome claims to be Safari. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\b(Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/** @returns `Firefox on Windows`; what is neither known nor given is an unknown device */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return say('Unknown device')
  const browser = BROWSERS.find(([sign]) => sign.test(userAgent))?.[1]
  const system = SYSTEMS.find(([sign]) => sign.test(userAgent))?.[1]
  if (browser && system) return say('{browser} on {system}', { browser, system })
  return browser ?? system ?? userAgent.split(/[ /]/)[0] ?? say('Unknown device')
}
