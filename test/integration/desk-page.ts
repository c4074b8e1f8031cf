/** Pages of the desk as a browser without script uses them: buttons by their text, fields by their name. */
import { type HTMLElement, parse } from 'node-html-parser'
import type { DeskVisitor } from '../desk.ts'
import { ORIGIN } from './open-desk.ts'

/** In place of what a field holds; null leaves it out, as an unticked box. */
type Values = Readonly<Record<string, string | File | null>>

export class DeskPage {
  readonly #visitor: DeskVisitor
  readonly path: string
  readonly status: number
  readonly root: HTMLElement

  private constructor(visitor: DeskVisitor, path: string, status: number, html: string) {
    this.#visitor = visitor
    this.path = path
    this.status = status
    this.root = parse(html)
  }

  static async open(visitor: DeskVisitor, path: string): Promise<DeskPage> {
    return DeskPage.#answer(visitor, path, await visitor.send(path))
  }

  /** Follows redirects. */
  static async #answer(visitor: DeskVisitor, path: string, response: Response): Promise<DeskPage> {
    const location = response.headers.get('Location')
    if (location) return DeskPage.open(visitor, location)
    return new DeskPage(visitor, path, response.status, await response.text())
  }

  get text(): string {
    return textIn(this.root.querySelector('main'))
  }

  /** The value of a field, of any form of the page. */
  valueOf(name: string): string | null {
    const field = this.root.querySelector(`[name="${name}"]`)
    return field && (valuesOf(field)[0] ?? '')
  }

  /** The text of the table row with this heading. */
  row(heading: string): string {
    return textIn(this.root.querySelectorAll('tr').find((row) => textIn(row).startsWith(heading)))
  }

  follow(link: string): Promise<DeskPage> {
    const found = this.root.querySelectorAll('main a').find((one) => nameOf(one).startsWith(link))
    return DeskPage.open(this.#visitor, addressOf(found, 'href', `link “${link}”`))
  }

  /** Submits the form of the button. */
  async press(button: string, values: Values = {}): Promise<DeskPage> {
    const { path, init } = this.#submission(button, values)
    return DeskPage.#answer(this.#visitor, path, await this.#visitor.send(path, init))
  }

  #submission(text: string, values: Values) {
    const button = this.root.querySelectorAll('main button').find((one) => nameOf(one).startsWith(text))
    const form = button?.closest('form')
    if (!button || !form) throw new Error(`There is no button “${text}”: ${this.text}`)
    const id = form.getAttribute('id')
    const fields = [
      ...form.querySelectorAll('input, select, textarea'),
      ...(id ? this.root.querySelectorAll(`[form="${id}"]`) : []),
    ]
    const body = new FormData()
    for (const field of fields) {
      const name = field.getAttribute('name') ?? ''
      if (name !== '' && !(name in values)) for (const value of valuesOf(field)) body.append(name, value)
    }
    const own = button.getAttribute('name')
    if (own) body.append(own, button.getAttribute('value') ?? '')
    for (const [name, value] of Object.entries(values)) if (value !== null) body.append(name, value)
    const action = button.getAttribute('formaction') ?? form.getAttribute('action') ?? this.path
    const isUpload = form.getAttribute('enctype') === 'multipart/form-data'
    const headers = { Origin: ORIGIN }
    if (isUpload) return { path: action, init: { method: 'POST', body, headers } }
    const texts = new URLSearchParams([...body].map(([name, value]) => [name, String(value)]))
    return form.getAttribute('method') === 'post'
      ? { path: action, init: { method: 'POST', body: texts, headers } }
      : { path: `${action.split('?')[0]}?${texts}`, init: {} }
  }
}

function addressOf(element: HTMLElement | undefined, attribute: string, what: string): string {
  const address = element?.getAttribute(attribute)
  if (!address) throw new Error(`There is no ${what}`)
  return address
}

const textIn = (element: HTMLElement | null | undefined) =>
  element?.structuredText.replace(/\s+/g, ' ').trim() ?? ''

const nameOf = (element: HTMLElement) => element.getAttribute('aria-label') ?? textIn(element)

/** What a browser sends of a field that nobody has touched. */
export function valuesOf(field: HTMLElement): string[] {
  const type = field.getAttribute('type')
  if (type === 'file' || field.hasAttribute('disabled')) return []
  if (type === 'checkbox' || type === 'radio')
    return field.hasAttribute('checked') ? [field.getAttribute('value') ?? 'on'] : []
  if (field.tagName === 'TEXTAREA') return [field.textContent]
  if (field.tagName !== 'SELECT') return [field.getAttribute('value') ?? '']
  const options = field.querySelectorAll('option')
  const chosen =
    options.find((option) => option.hasAttribute('selected')) ??
    options.find((option) => !option.hasAttribute('disabled'))
  return chosen ? [chosen.getAttribute('value') ?? chosen.textContent] : []
}
