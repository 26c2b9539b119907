import { expect, test } from 'vitest'
import { plainSpelling } from './plain-spelling.ts'

test('letters keep their case and accents', () => {
  expect(plainSpelling('L’Œuvre n° ٤٢, “Zone A–B”, inter\u00admodal')).toBe('L\'Œuvre n° 42, "Zone A-B", intermodal')
})

test('digits of every script are read', () => {
  for (const zero of [0x660, 0x6f0, 0x966, 0xe50, 0x1040, 0x17e0, 0xff10, 0x1d7ce, 0x1d7d8, 0x116da])
    expect(plainSpelling(String.fromCodePoint(zero, zero + 7, zero + 9)), zero.toString(16)).toBe('079')
})
