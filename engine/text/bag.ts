/** Counts of hashed features of one text: an open-addressing table that is reused for each text. */
export class Bag {
  keys = new Uint32Array(1024)
  counts = new Float32Array(1024)
  /** occupied slots in insertion order: clearing and reading cost only as much as the text is long */
  used: number[] = []
  private mask = 1023

  add(key: number, weight = 1): void {
    let at = (Math.imul(key, 0x9e3779b1) >>> 0) & this.mask
    while (this.counts[at] !== 0) {
      if (this.keys[at] === key) {
        this.counts[at]! += weight
        return
      }
      at = (at + 1) & this.mask
    }
    this.keys[at] = key
    this.counts[at] = weight
    this.used.push(at)
    if (this.used.length * 2 > this.mask) this.grow()
  }

  clear(): void {
    for (const at of this.used) this.counts[at] = 0
    this.used.length = 0
  }

  private grow(): void {
    const entries = this.used.map((at) => [this.keys[at]!, this.counts[at]!] as const)
    const size = (this.mask + 1) * 2
    this.keys = new Uint32Array(size)
    this.counts = new Float32Array(size)
    this.mask = size - 1
    this.used = []
    for (const [key, count] of entries) this.add(key, count)
  }
}
