/** Colours in the syntax of a page's content stream: red, green and blue from 0 to 1. */
function color(hex: string): string {
  return [1, 3, 5].map((at) => (parseInt(hex.slice(at, at + 2), 16) / 255).toFixed(3)).join(' ')
}

export const INK = color('#0b1220')
export const SOFT = color('#4b5563')
export const LINE = color('#9aa3af')
export const HAIRLINE = color('#d5d9e0')
export const ZEBRA = color('#f4f6f9')
export const WHITE = color('#ffffff')
/** Each darker or lighter than its neighbours, so that they can be told apart without colour. */
export const SERIES = ['#174a86', '#8ab8ea', '#3d7a4d', '#e0a33b', '#7a3f8f', '#b9c0cb'].map(color)
