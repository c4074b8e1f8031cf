import { parse } from 'node-html-parser'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { inlinePlate } from '#content/inline-plate.ts'
import { PlateFace } from './plate-face.tsx'

function coloursOf(registration: string) {
  const page = parse(renderToStaticMarkup(createElement(PlateFace, { registration })))
  const [face, characters] = [page.querySelector('rect'), page.querySelector('path')]
  return {
    ground: face?.getAttribute('fill'),
    ink: characters?.getAttribute('fill'),
    border: face?.getAttribute('stroke'),
    borderWidth: Number(face?.getAttribute('stroke-width') ?? 1),
  }
}

it.each(['12345', '00123'])('a plate of the trade, %s, is red on white with a red border', (registration) => {
  const { ground, ink, border, borderWidth } = coloursOf(registration)
  expect([ground, border, borderWidth]).toEqual(['#fff', ink, 5])
  const [red = 0, green = 0, blue = 0] = (ink?.match(/[0-9a-f]{2}/g) ?? []).map((part) =>
    Number.parseInt(part, 16),
  )
  expect(red).toBeGreaterThan(4 * Math.max(green, blue))
})

it.each(['1234 A', '1234', 'AB12 CDE'])('a plate of a vehicle, %s, is black on yellow', (registration) => {
  expect(coloursOf(registration)).toEqual({
    ground: '#f5c518',
    ink: '#111',
    border: '#111',
    borderWidth: 1,
  })
})

it('a plate of the trade has its colours in the text of an article, too', () => {
  const drawing = inlinePlate('12345')?.children[0]
  const { ground, ink } = coloursOf('12345')
  expect(drawing).toMatchObject({
    children: [{ properties: { fill: ground } }, { properties: { fill: ink } }],
  })
})
