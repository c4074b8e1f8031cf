/** The choices for the editor's pickers, as JSON. */
import { searchStock } from '#services/stock/search-stock.ts'
import { STATUS_LABELS } from '#services/stock/status-change.ts'
import { parseRegistration } from '#shared/registration/registration.ts'
import { cleanLine } from '#shared/text/clean-text.ts'
import { formatGbp } from '#shared/text/money.ts'
import { platePath, registrationPath } from '#shared/urls.ts'
import { deskContext } from '../../context.ts'
import type { Route } from './+types/find'
import type { PageChoice, PlateChoice } from './editor/pickers.tsx'
import { readLinkable } from './linkable.server.ts'

const MAX_SEARCH_LENGTH = 200
const MAX_PLATE_LENGTH = 40
const MAX_PLATES = 12
const MAX_PAGES = 12

export async function loader({ context, url }: Route.LoaderArgs) {
  const search = cleanLine((url.searchParams.get('q') ?? '').slice(0, MAX_SEARCH_LENGTH))
  const choices =
    url.searchParams.get('kind') === 'plate' ? findPlates(context, search) : findPages(context, search)
  return Response.json(await choices)
}

type Context = Route.LoaderArgs['context']

/** Finds our plates, and accepts any registration. */
async function findPlates(context: Context, search: string): Promise<PlateChoice[]> {
  const { database } = context.get(deskContext)
  const found = await searchStock(database, { search: search.slice(0, MAX_PLATE_LENGTH) })
  const plates = found.plates.slice(0, MAX_PLATES).map(
    ({ id, registration, status, priceGbp }): PlateChoice => ({
      key: id,
      label: registration,
      about: [STATUS_LABELS[status], priceGbp !== null && formatGbp(priceGbp)].filter(Boolean).join(', '),
      registration,
      isOurs: true,
    }),
  )
  const parsed = parseRegistration(search)
  const text = parsed.ok ? parsed.registration.text : ''
  if (text === '' || plates.some(({ registration }) => registration === text)) return plates
  return [{ key: text, label: text, about: 'Not in our stock', registration: text, isOurs: false }, ...plates]
}

async function findPages(context: Context, search: string): Promise<PageChoice[]> {
  if (/^(https?:\/\/|mailto:)\S/.test(search)) return [elsewhere(search)]
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const isLike = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const pages = (await readLinkable(context)).filter(({ path, title }) => isLike(`${title} ${path}`))
  const choices = pages.slice(0, MAX_PAGES).map(({ path, title }) => pageChoice(path, title, title))
  if (search === '') return choices
  const plates = await findPlates(context, search)
  return [...plates.slice(0, MAX_PLATES / 2).flatMap(linksOf), ...choices]
}

/** A registration has one page with facts and sales; our plates also have a page with the price. */
function linksOf({ registration, isOurs, about = '' }: PlateChoice): PageChoice[] {
  const sales = pageChoice(registrationPath(registration), `${registration}: facts and sales`, registration)
  if (!isOurs) return [sales]
  const ours = pageChoice(platePath(registration), `${registration}: our plate for sale`, registration)
  return [{ ...ours, about }, sales]
}

const elsewhere = (url: string) =>
  pageChoice(url, 'Link to this address', url.replace(/^(https?:\/\/|mailto:)/, '').replace(/\/$/, ''))

/** A page with its address beside it. */
const pageChoice = (path: string, label: string, text: string): PageChoice => ({
  key: path,
  label,
  about: path,
  path,
  text,
})
