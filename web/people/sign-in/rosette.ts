/** One woven ring of a guilloche rosette, as engraved on seals and revenue stamps. */
export interface Ring {
  /** Middle of the band, in units of the whole rosette's radius. */
  radius: number
  /** Half the width of a lobe. */
  width: number
  lobes: number
  /** How far the lobes swing outward and back. */
  swing: number
  strands: number
  /** Waves of each strand between two knots; with many strands they make the weave. */
  twist: number
}

export const RINGS: readonly Ring[] = [
  { radius: 0.815, width: 0.12, lobes: 22, swing: 0.022, strands: 12, twist: 2 },
  { radius: 0.555, width: 0.088, lobes: 12, swing: 0.018, strands: 12, twist: 2 },
  { radius: 0.275, width: 0.075, lobes: 18, swing: 0.03, strands: 10, twist: 2 },
]
export const CIRCLES = [0.995, 0.985, 0.68, 0.67, 0.392, 0.385] as const

/**
 * Distance from the centre of one strand at an angle. The strands meet in a knot between two lobes and spread to the
 * ring's width in the middle of a lobe.
 */
export function strandRadius(ring: Ring, strand: number, angle: number): number {
  const lobe = (ring.lobes * angle) / 2
  const spread = ring.width * Math.abs(Math.sin(lobe)) ** 0.8
  const phase = (2 * Math.PI * strand) / ring.strands
  return ring.radius - ring.swing * Math.cos(2 * lobe) + spread * Math.cos(phase + ring.twist * lobe) * 0.9
}
