import { useEffect, useRef } from 'react'
import { CIRCLES, RINGS, strandRadius } from './rosette.ts'
import styles from './login.module.css'

const STEPS = 1440
const INK = '#7fc0f2'

/** The engraving behind the title. Drawn by code: as an image it would be larger than the rest of the page. */
export function Rosette() {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const target = canvas.current
    const pen = target?.getContext('2d')
    if (!target || !pen) return
    const draw = () => {
      const { width, height } = target.getBoundingClientRect()
      const scale = devicePixelRatio
      target.width = width * scale
      target.height = height * scale
      pen.setTransform(scale, 0, 0, scale, 0, 0)
      engrave(pen, width * 0.66, height * 0.39, Math.min(304, height * 0.34))
    }
    const observer = new ResizeObserver(draw)
    observer.observe(target)
    return () => observer.disconnect()
  }, [])
  return <canvas ref={canvas} className={styles.rosette} aria-hidden="true" />
}

function engrave(pen: CanvasRenderingContext2D, x: number, y: number, size: number): void {
  pen.strokeStyle = INK
  pen.globalAlpha = 0.3
  pen.lineWidth = 0.55
  for (const circle of CIRCLES) {
    pen.beginPath()
    pen.arc(x, y, circle * size, 0, 2 * Math.PI)
    pen.stroke()
  }
  for (const ring of RINGS) {
    for (let strand = 0; strand < ring.strands; strand++) {
      pen.beginPath()
      for (let step = 0; step <= STEPS; step++) {
        const angle = (2 * Math.PI * step) / STEPS
        const radius = strandRadius(ring, strand, angle) * size
        pen.lineTo(x + radius * Math.sin(angle), y - radius * Math.cos(angle))
      }
      pen.stroke()
    }
  }
}
