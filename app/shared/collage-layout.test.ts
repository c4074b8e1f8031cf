import { describe, expect, test } from 'vitest'
import { parseRegistration } from '#shared/registration/registration.ts'
import { COLLAGE_REGISTRATIONS, COLLAGE_SEED, placeCollage } from './collage-layout.ts'

describe('The collage', () => {
  const plates = placeCollage(COLLAGE_SEED)

  test('The collage has twenty different plates, each a registration in its proper spacing', () => {
    expect(new Set(COLLAGE_REGISTRATIONS).size).toBe(20)
    for (const text of COLLAGE_REGISTRATIONS) {
      expect(parseRegistration(text)).toMatchObject({ ok: true, registration: { text } })
    }
  })

  test('The collage places its plates at least 15 per cent apart, within 85 per cent across and 80 per cent down', () => {
    expect(plates).toHaveLength(20)
    plates.forEach((plate, index) => {
      expect(plate.x).toBeGreaterThanOrEqual(0)
      expect(plate.x).toBeLessThan(85)
      expect(plate.y).toBeGreaterThanOrEqual(0)
      expect(plate.y).toBeLessThan(80)
      for (const other of plates.slice(index + 1)) {
        expect(Math.hypot(plate.x - other.x, plate.y - other.y)).toBeGreaterThanOrEqual(15)
      }
    })
  })

  test('The collage depends only on the seed', () => {
    expect(placeCollage(COLLAGE_SEED)).toEqual(plates)
    expect(placeCollage(COLLAGE_SEED + 1)).not.toEqual(plates)
  })
})
