import type { Element } from 'hast'
import { drawPlate, plateColours } from '#shared/registration/plate-drawing.ts'

/** Millimetres on either side of the characters. */
const MARGIN = 24

/** Hidden text has the registration, to be read out, copied and found. Null if no character can be drawn. */
export function inlinePlate(registration: string): Element | null {
  const { glyphs, height, path } = drawPlate(registration)
  const [first, last] = [glyphs[0], glyphs.at(-1)]
  if (!first || !last) return null
  const left = first.x - MARGIN
  const width = last.x + last.width + MARGIN - left
  const { ground, ink, border } = plateColours(registration)
  return element('span', { className: ['plate-chip'] }, [
    element('svg', { viewBox: `${left} 0 ${width} ${height}`, ariaHidden: 'true', focusable: 'false' }, [
      element('rect', {
        x: String(left),
        width: String(width),
        height: String(height),
        rx: '16',
        ...(border
          ? { fill: ground, stroke: ink, strokeWidth: String(border) }
          : { className: ['fill-plate'] }),
      }),
      element('path', { d: path, ...(border ? { fill: ink } : { className: ['fill-plate-ink'] }) }),
    ]),
    element('span', {}, [{ type: 'text', value: registration }]),
  ])
}

export function element(
  tagName: string,
  properties: Element['properties'],
  children: Element['children'] = [],
): Element {
  return { type: 'element', tagName, properties, children }
}
