/** The `RFD-…` number that an address spells, however it is written (`rfd-2026-42`); undefined for an id. */
export function requestIdIn(address: string): string | undefined {
  const [, year, number] = /^rfd-(\d{4})-(\d{1,9})$/i.exec(address) ?? []
  return number && `RFD-${year}-${String(Number(number)).padStart(4, '0')}`
}
