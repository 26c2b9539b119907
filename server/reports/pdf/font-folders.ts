import { readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const FONT_FILE = /\.(?:ttf|otf|ttc|otc)$/i
/** More are not looked at. */
const MAX_FILES = 3000

/** The folders where the system and its user keep fonts. */
function fontFolders(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string[] {
  const home = homedir()
  switch (platform) {
    case 'darwin':
      return [join(home, 'Library/Fonts'), '/Library/Fonts', '/System/Library/Fonts']
    case 'win32':
      return [
        join(env['LOCALAPPDATA'] ?? join(home, 'AppData/Local'), 'Microsoft/Windows/Fonts'),
        join(env['WINDIR'] ?? 'C:/Windows', 'Fonts'),
      ]
    default: {
      const data = (env['XDG_DATA_DIRS'] || '/usr/local/share:/usr/share').split(':')
      const own = env['XDG_DATA_HOME'] || join(home, '.local/share')
      return [join(home, '.fonts'), ...[own, ...data].map((folder) => join(folder, 'fonts'))]
    }
  }
}

/** Paths of the installed font files; folders that cannot be read have none. */
export function installedFontFiles(): string[] {
  return fontFolders(process.platform, process.env).flatMap(filesIn).slice(0, MAX_FILES)
}

function filesIn(folder: string): string[] {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return names
      .filter((name) => FONT_FILE.test(name))
      .sort()
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}
