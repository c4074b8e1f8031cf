import { styleOf } from './styles.ts'

const WORD_LEVEL = /mso-list:[^;]*\blevel(\d)/i

/** Word writes lists as paragraphs, with the bullet or number as text and the level in the style. */
export function makeWordLists(body: HTMLElement): void {
  const open: { list: Element; level: number }[] = []
  let last: Element | null = null
  for (const paragraph of [...body.querySelectorAll('p')]) {
    const level = Number(WORD_LEVEL.exec(styleOf(paragraph))?.[1] ?? 0)
    if (level === 0) continue
    if (last !== paragraph.previousElementSibling && !last?.contains(paragraph.previousElementSibling))
      open.length = 0
    const mark = [...paragraph.querySelectorAll('[data-style]')].find((span) =>
      /mso-list:\s*ignore/i.test(styleOf(span)),
    )
    const number = /^\s*\(?(\d+|[a-z]|[ivx]+)[.)]/i.exec(mark?.textContent ?? '')?.[1]
    mark?.remove()
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) open.pop()
    let top = open.at(-1)
    if (!top || top.level < level) {
      const list = body.ownerDocument.createElement(number === undefined ? 'ul' : 'ol')
      if (Number(number) > 1) list.setAttribute('start', String(number))
      const parent = top?.list.lastElementChild
      if (parent) parent.append(list)
      else {
        paragraph.before(list)
        last = list
      }
      top = { list, level }
      open.push(top)
    }
    const item = body.ownerDocument.createElement('li')
    item.append(paragraph)
    top.list.append(item)
  }
}

/** Lists within lists belong to the item before them; the number of the first item begins its list. */
export function mendLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol'))
    if (list.previousElementSibling?.tagName === 'LI') list.previousElementSibling.append(list)
  for (const list of body.querySelectorAll('ol:not([start])')) {
    const first = Number(list.querySelector(':scope > li')?.getAttribute('value') ?? 1)
    if (first > 1) list.setAttribute('start', String(first))
  }
}
