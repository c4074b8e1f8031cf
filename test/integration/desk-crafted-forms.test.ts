/** Forms of the desk with wrong values, and forms whose hidden fields and buttons were edited before they were sent. */
import { type HTMLElement, parse } from 'node-html-parser'
import { beforeEach, expect, test } from 'vitest'
import { fillEveryTable, IDS } from '../fill-every-table.ts'
import { valuesOf } from './desk-page.ts'
import { type Desk, ORIGIN, openDesk } from './open-desk.ts'

/** A property of every object that is no entry of any table. */
const INHERITED = 'toString'

let desk: Desk
let csrf = ''

beforeEach(async () => {
  desk = await openDesk()
  await fillEveryTable(desk.database)
  ;({ csrf } = await desk.owner.open('/desk/account'))
})

/** The pages that the links of the desk lead to, one of each kind. */
async function readPages(): Promise<Map<string, HTMLElement>> {
  const pages = new Map<string, HTMLElement>()
  const kinds = new Set<string>()
  const plate = `/desk/stock/${IDS.plate}`
  const waiting = [
    '/desk',
    plate,
    `${plate}/sell`,
    `${plate}/reserve`,
    '/desk/confirm',
    '/desk/account/passkeys',
  ]
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const kind = path.replaceAll(/[\da-f-]{36}|ENQ-[\d-]+|\d+(?=$)/g, ':')
    if (kinds.has(kind)) continue
    kinds.add(kind)
    const page = parse(await (await desk.owner.send(path)).text())
    pages.set(path, page)
    for (const link of page.querySelectorAll('a[href]')) {
      const [address = ''] = (link.getAttribute('href') ?? '').split(/[?#]/)
      if (/^\/desk(?:\/|$)/.test(address) && address !== '/desk/sign-out') waiting.push(address)
    }
  }
  return pages
}

const textIn = (field: HTMLElement) => field.getAttribute('value') ?? field.textContent

interface Crafted {
  action: string
  name: string
  form: [name: string, value: string][]
}

/** Each hidden field and each button of the forms of a page. */
function craftedFormsOf(path: string, page: HTMLElement): Crafted[] {
  const forms = page.querySelectorAll('form[method=post]')
  return forms.flatMap((form) => {
    const fields = form.querySelectorAll(
      'input:not([type=file], [type=checkbox], [type=radio]), textarea, select',
    )
    const buttons = form.querySelectorAll('button[name]')
    const named = (field: HTMLElement) => field.getAttribute('name') ?? ''
    const filled = fields.filter((field) => named(field) !== '')
    const edited = new Set(
      [...filled.filter((field) => field.getAttribute('type') === 'hidden'), ...buttons].map(named),
    )
    edited.delete('csrf')
    return [...edited].map((name) => ({
      action: form.getAttribute('action') ?? path,
      name,
      form: filled
        .filter((field) => named(field) !== name)
        .map((field) => [named(field), textIn(field)] as [string, string]),
    }))
  })
}

/** The forms of all settings, and of all templates, are read alike. */
function oneOfAKind(crafted: readonly Crafted[]): Crafted[] {
  const kindOf = ({ action, name, form }: Crafted) => {
    const intent = form.find(([field]) => field === 'intent')?.[1]
    return [
      action.replace(/#.*|\d+$/, '').replace(/firm\/(?!mail|templates)\w+/, 'firm'),
      name.split(' ')[0],
      intent,
    ].join(' ')
  }
  return [...new Map(crafted.map((one) => [kindOf(one), one])).values()]
}

async function send({ action, name, form }: Crafted, value: string | null): Promise<number> {
  const body = new URLSearchParams(form)
  body.set('csrf', csrf)
  if (value !== null) body.set(name, value)
  const response = await desk.owner.send(action, { method: 'POST', body, headers: { Origin: ORIGIN } })
  await response.text()
  return response.status
}

test('a form of the desk without one of its hidden fields, or with another value, is refused or saved, and never fails', async () => {
  const crafted = [...(await readPages())].flatMap(([path, page]) => craftedFormsOf(path, page))
  const names = new Set(crafted.map(({ name }) => name))
  for (const name of ['intent', 'seenAt', 'seen', 'then', 'status', 'take']) expect(names).toContain(name)
  for (const one of oneOfAKind(crafted))
    for (const value of [INHERITED, null]) {
      const status = await send(one, value)
      const sent = [one.action, one.name, value]
      const isRefused = one.name === 'seenAt' || (one.name === 'intent' && value !== null)
      if (isRefused) expect.soft([...sent, status]).toEqual([...sent, 400])
      else expect.soft([...sent, status]).toEqual([...sent, expect.toSatisfy((code) => code < 500)])
      expect.soft([...sent, desk.site.faults.splice(0)]).toEqual([...sent, []])
    }
}, 60_000)

/** What is too long for a field, or has no place in it. */
function wrongFor(field: HTMLElement): string {
  const longest = Number(field.getAttribute('maxlength') ?? 0)
  return /^(?:email|url|number|date)$/.test(field.getAttribute('type') ?? '')
    ? 'wrong'
    : 'X'.repeat(longest + 1)
}

const isTypedInto = (field: HTMLElement) =>
  field.tagName === 'TEXTAREA' ||
  (field.tagName === 'INPUT' && !/^(?:hidden|file|checkbox|radio)$/.test(field.getAttribute('type') ?? ''))

test('without script a form of the desk that is refused keeps what was typed, says what is wrong and focuses it', async () => {
  const seen = new Set<string>()
  const refused: string[] = []
  for (const [path, page] of await readPages())
    for (const form of page.querySelectorAll('form[method=post]')) {
      const fields = form.querySelectorAll('input:not([type=hidden]), textarea, select')
      const names = fields.map((field) => field.getAttribute('name') ?? '')
      const [action = ''] = (form.getAttribute('action') ?? path).split('#')
      const kind = [
        action.replaceAll(/[\da-f-]{36}|\d+/g, ''),
        ...names.map((name) => name.split(' ')[0]),
      ].join(' ')
      if (fields.length === 0 || seen.has(kind)) continue
      seen.add(kind)
      const button = form.querySelector('button[name]')
      const sent = [...form.querySelectorAll('input, textarea, select'), ...(button ? [button] : [])].flatMap(
        (field) => {
          const values = isTypedInto(field) ? [wrongFor(field)] : valuesOf(field)
          return values.map((value) => [field.getAttribute('name') ?? '', value] as [string, string])
        },
      )
      const body = new URLSearchParams(sent)
      const response = await desk.owner.send(action, { method: 'POST', body, headers: { Origin: ORIGIN } })
      const answer = parse(await response.text())
      expect.soft([action, desk.site.faults.splice(0)]).toEqual([action, []])
      if (response.status !== 400) continue
      refused.push(action)
      const isShown = (name: string) =>
        answer.querySelectorAll(`[name="${name}"]`).some((field) => valuesOf(field)[0] === body.get(name))
      const kept = fields.filter((field) => isTypedInto(field) && field.getAttribute('type') !== 'password')
      const lost = kept
        .map((field) => field.getAttribute('name') ?? '')
        .filter((name) => name !== '' && !/code/.test(name) && !isShown(name))
      expect.soft([action, lost]).toEqual([action, []])
      expect.soft([action, answer.querySelectorAll('main [role=alert]').length]).not.toEqual([action, 0])
      // The note above an article says it.
      const isFocused = /articles\/[\da-f]/.test(action) || answer.querySelector('[autofocus]') !== null
      expect.soft([action, isFocused]).toEqual([action, true])
    }
  expect(refused.length).toBeGreaterThan(30)
}, 60_000)

test('many plates are changed only as the page listed them', async () => {
  const action = '/desk/stock/bulk'
  expect(await send({ action, name: 'plate', form: [['what', INHERITED]] }, INHERITED)).toBe(200)
  const confirm: [string, string][] = [
    ['step', 'confirm'],
    ['what', 'feature'],
  ]
  for (const refs of ['x 2026-12-01T09:30:00+00:00', `${IDS.plate} x`, IDS.plate])
    expect([refs, await send({ action, name: 'refs', form: confirm }, refs)]).toEqual([refs, 400])
})

test('what a page says was done is one of its sentences or nothing', async () => {
  for (const path of (await readPages()).keys()) {
    const { status, html } = await desk.owner.open(`${path}?done=${INHERITED}`)
    expect.soft([path, status < 500, /native code|\[object/.test(html)]).toEqual([path, true, false])
    const data = await desk.owner.send(`${path === '/desk' ? '/desk' : path}.data?done=__proto__`)
    expect.soft([path, data.status < 500]).toEqual([path, true])
  }
  expect(desk.site.faults).toEqual([])
}, 60_000)
