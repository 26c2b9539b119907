import type { Glyph } from './font-file.ts'

export function round(value: number): string {
  return String(Math.round(value * 100) / 100)
}

/** An outline in content stream syntax, which has no quadratic curves. */
export function outline(commands: Glyph['path']['commands']): string {
  let [atX, atY] = [0, 0]
  const drawn = commands.map(({ command, args }) => {
    const [x1 = 0, y1 = 0, x = 0, y = 0] = args
    const cubic = [
      atX + (2 / 3) * (x1 - atX),
      atY + (2 / 3) * (y1 - atY),
      x + (2 / 3) * (x1 - x),
      y + (2 / 3) * (y1 - y),
      x,
      y,
    ]
    if (args.length >= 2) [atX, atY] = [args.at(-2)!, args.at(-1)!]
    if (command === 'moveTo') return `${args.join(' ')} m`
    if (command === 'lineTo') return `${args.join(' ')} l`
    if (command === 'bezierCurveTo') return `${args.join(' ')} c`
    return command === 'quadraticCurveTo' ? `${cubic.map(round).join(' ')} c` : 'h'
  })
  return `${drawn.join(' ')} f`
}
