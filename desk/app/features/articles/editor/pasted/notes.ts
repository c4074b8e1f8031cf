/** Footnotes of Word, LibreOffice, Google Docs and web pages become those of the article; comments are left out. */
import { styleOf } from './styles.ts'

const COMMENTS =
  '.MsoCommentReference, .msocomanchor, .msocomoff, .MsoCommentText, .msocomtxt, a[href^="#_msocom"], a[href^="#_msoanchor"], .msoDel, del[cite], del[datetime]'
const COMMENT_STYLE = /mso-element:\s*comment|mso-special-character:\s*comment/i

/** What colleagues say about a text, and what one of them has deleted, is no part of it. */
export function removeComments(body: HTMLElement): void {
  for (const element of body.querySelectorAll(COMMENTS)) element.remove()
  for (const element of body.querySelectorAll('[data-style]'))
    if (COMMENT_STYLE.test(styleOf(element))) element.remove()
  // Google Docs marks the place by a letter in brackets, and writes the comment at the end.
  for (const mark of body.querySelectorAll('a[href^="#cmnt"]')) {
    const isMark = !/^#cmnt_ref/.test(mark.getAttribute('href') ?? '')
    const comment = isMark ? mark.closest('sup') : (mark.closest('div') ?? mark.closest('p'))
    const whole = comment && !comment.querySelector('a[href^="#cmnt"]:not([href^="#cmnt_ref"])')
    ;(isMark || whole ? (comment ?? mark) : (mark.closest('p') ?? mark)).remove()
  }
}

/** The addresses of marks of footnotes whose text was not copied with them. */
const LEFT_BEHIND = /^#(?:_ftn|_edn|sdfootnote|sdendnote|ftnt|user-content-fn|cite_note|fn\d)/
/** Other places in the document that it was copied from. */
const ELSEWHERE = /^#(?:_|heading=|bookmark=|id\.|cite_ref)/

/** @param taken the labels of the article's own footnotes */
export function makeFootnotes(body: HTMLElement, taken: Set<string>): void {
  const labels = new Map<Element, string>()
  const notes: Element[] = []
  const linksIn = (place: Element) => [...place.querySelectorAll('a[href^="#"]')]
  for (const link of linksIn(body)) {
    if (!link.isConnected) continue
    const target = targetOf(body, link)
    const box = target && boxOf(target, link)
    const names = namesOf(link)
    const back = box && linksIn(box).filter((other) => names.has(other.getAttribute('href') ?? ''))
    if (!box || !back || back.length === 0) continue
    let label = labels.get(box)
    if (label === undefined) {
      label = nextLabel(taken)
      labels.set(box, label)
      notes.push(box)
    }
    replaceMark(link, 'data-footnote-mark', label)
    for (const other of back) other.remove()
  }
  for (const box of notes) {
    const note = body.ownerDocument.createElement('aside')
    note.setAttribute('data-footnote', labels.get(box) ?? '')
    for (const link of linksIn(box)) if (link.textContent?.trim() === '↩') link.remove()
    note.append(...box.childNodes)
    removeRule(box, body)
    box.remove()
    body.append(note)
  }
  for (const list of body.querySelectorAll('ol:empty, ul:empty, [data-footnotes], section.footnotes'))
    if (!list.querySelector('li, p')) list.remove()
  for (const list of body.querySelectorAll('ol, ul')) if (!list.querySelector('li')) list.remove()
  for (const link of linksIn(body)) {
    const href = link.getAttribute('href') ?? ''
    if (LEFT_BEHIND.test(href) && (link.textContent ?? '').trim().length < 6)
      (link.closest('sup') ?? link).remove()
    else if (LEFT_BEHIND.test(href) || ELSEWHERE.test(href)) link.replaceWith(...link.childNodes)
  }
}

/** The element with the id or the name of the link's fragment. */
function targetOf(body: HTMLElement, link: Element): Element | null {
  const name = (link.getAttribute('href') ?? '#').slice(1)
  if (name === '') return null
  return body.querySelector(`[id="${CSS.escape(name)}"], a[name="${CSS.escape(name)}"]`)
}

/** The text of the footnote; null where it has its own mark in it, as in a table of contents. */
function boxOf(target: Element, mark: Element): Element | null {
  const boxes = [target.closest('li'), target.closest('div[id]'), target.closest('p, div')]
  return boxes.find((box) => box && !box.contains(mark)) ?? null
}

/** '#_ftnref1': the addresses of the mark, which may be those of the element around it. */
function namesOf(link: Element): Set<string> {
  const around = link.parentElement
  const names = [link.id, link.getAttribute('name'), around?.id, around?.getAttribute('name')]
  return new Set(names.flatMap((name) => (name ? [`#${name}`] : [])))
}

function nextLabel(taken: Set<string>): string {
  let number = 1
  while (taken.has(String(number))) number++
  taken.add(String(number))
  return String(number)
}

function replaceMark(link: Element, attribute: string, label: string): void {
  const mark = link.ownerDocument.createElement('sup')
  mark.setAttribute(attribute, label)
  const sup = link.closest('sup')
  const whole = sup && sup.textContent?.trim() === link.textContent?.trim() ? sup : link
  whole.replaceWith(mark)
}

/** The line that separates footnotes from the text. */
function removeRule(box: Element, body: HTMLElement): void {
  let at = box
  while (at.previousElementSibling === null && at.parentElement && at.parentElement !== body)
    at = at.parentElement
  if (at.previousElementSibling?.tagName === 'HR') at.previousElementSibling.remove()
}
