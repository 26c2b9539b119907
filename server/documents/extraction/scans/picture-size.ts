/** The number of pixels that a PNG or JPEG declares; Infinity where it declares none. */
export function pixelsOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length > 24 && view.getUint32(0) === 0x89504e47) return view.getUint32(16) * view.getUint32(20)
  for (let i = 2; i + 9 < bytes.length;) {
    if (bytes[i] !== 0xff) return Infinity
    const marker = bytes[i + 1]!
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return view.getUint16(i + 5) * view.getUint16(i + 7)
    i += marker === 0xff ? 1 : 2 + view.getUint16(i + 2)
  }
  return Infinity
}
