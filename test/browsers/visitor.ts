import { type Browser, waitFor } from './browser.ts'

const ELEMENTS = {
  link: 'a[href]',
  button: 'button',
  field: 'input, textarea, select',
}

/** Of the page, as text: the first element by its name that a pointer reaches, so not one behind a dialog or in motion. */
const FIND = `(kind, name) => [...document.querySelectorAll(kind)].find((element) => {
  const label = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent
  if (!label.replace(/\\s+/g, ' ').trim().includes(name) || element.getClientRects().length === 0) return false
  const isReached = () => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  }
  if (isReached()) return true
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  return isReached()
})`

/** A person in any browser, who waits until a page responds and never meets one that fails. */
export class BrowserVisitor {
  readonly browser: Browser
  readonly #address: string

  constructor(browser: Browser, address: string) {
    this.browser = browser
    this.#address = address
  }

  async open(path: string) {
    await this.browser.open(this.#address + path)
    await this.responds()
  }

  /** Waits for a page that the browser may still load. */
  async responds() {
    const ask = () =>
      this.browser.evaluate(
        `return [document.documentElement.dataset.hydrated, document.querySelector('.page-band')?.textContent]`,
      ) as Promise<[string | null, string | null]>
    const [, fault] = await waitFor(
      'The page does not respond',
      ask,
      ([hydrated, fault]) => hydrated === '' || !!fault,
    )
    if (fault) throw new Error(fault)
  }

  async click(kind: keyof typeof ELEMENTS, name: string) {
    const finder = `(${FIND})(${JSON.stringify(ELEMENTS[kind])}, ${JSON.stringify(name)})`
    let before: unknown
    const isAtRest = (place: unknown) => {
      const isSame = place !== null && place === before
      before = place
      return isSame
    }
    const place = `${finder}?.getBoundingClientRect()`
    const ask = () => this.browser.evaluate(`return JSON.stringify(${place} ?? null)`)
    await waitFor(`No ${kind} “${name}”`, ask, (found) => found !== 'null' && isAtRest(found))
    await this.browser.click(finder)
  }

  async fill(label: string, text: string) {
    await this.click('field', label)
    await this.browser.evaluate('document.activeElement.select?.()')
    await this.browser.type(text)
  }

  sees(text: string) {
    const read = () => this.browser.evaluate('return document.body.innerText') as Promise<string>
    return waitFor(`No text “${text}”`, read, (shown) => shown.includes(text))
  }

  isAt(path: string) {
    const here = () => this.browser.evaluate('return location.pathname + location.search') as Promise<string>
    return waitFor(`Not at ${path}`, here, (at) => at.startsWith(path))
  }
}
