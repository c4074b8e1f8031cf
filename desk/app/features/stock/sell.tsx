import { createCookie, redirect } from 'react-router'
import type { Reader } from '#data/tables.ts'
import { ChangeConflict } from '#services/changes/write-changes.ts'
import {
  askAboutDeals,
  dealsAgainst,
  describePlateDeals,
  readPlateDeals,
} from '#services/deals/deals-concerned.ts'
import { londonDay } from '#services/london-time.ts'
import { readSale, SALE_FIELDS, type SaleForm, sellPlate } from '#services/stock/sell-plate.ts'
import { plateHistory } from '#services/stock/stored-plates.ts'
import { EXPLORER_LIST, isExplorerName, parseExplorer } from '#shared/sales/explorers.ts'
import { formatNumber } from '#shared/text/format.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { ownPath } from '../../access/own-path.ts'
import { actorOf, deskContext } from '../../context.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { CheckField, SelectField } from '../../ui/field.tsx'
import { Fields, fieldsWith } from '../../ui/form-fields.tsx'
import { ButtonLink, Page } from '../../ui/page.tsx'
import { seenAtOf } from '../../ui/seen-at.server.ts'
import { textOf, textsOf } from '../../ui/text-of.ts'
import { withDone } from '../../ui/with-done.ts'
import type { Route } from './+types/sell'
import { DealQuestion } from './deal-question.tsx'
import { answerRefused } from './refused.server.ts'
import { requirePlate } from './require-plate.server.ts'

export { revalidateRefused as shouldRevalidate } from '../../ui/form-answer.ts'

const SOLD = { status: 'sold' } as const
const YEAR_SECONDS = 31_536_000
/** The name of an explorer or '': whether and where to record the sale, as last chosen in this browser. */
const recordChoice = createCookie('desk-record-sale', {
  path: '/desk',
  httpOnly: true,
  sameSite: 'lax',
  maxAge: YEAR_SECONDS,
})

export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const { database } = context.get(deskContext)
  const plate = await requirePlate(database, params.id)
  const deals = dealsAgainst([plate], SOLD, await readPlateDeals(database, [plate]))
  const today = londonDay(new Date())
  const chosen: unknown = await recordChoice.parse(request.headers.get('Cookie'))
  return {
    plate,
    deals,
    question: describePlateDeals(deals),
    back: ownPath(url.searchParams.get('back') ?? '/stock'),
    fields: fieldsWith(SALE_FIELDS, {
      price: plate.priceGbp === null ? '' : formatNumber(plate.priceGbp),
      date: { value: today, max: today },
    }),
    isRecorded: isExplorerName(chosen),
    explorer: parseExplorer(chosen),
    explorers: EXPLORER_LIST.map(({ name, country }) => [name, country] as const),
  }
}

export async function action({ context, params: { id }, request }: Route.ActionArgs) {
  const { database, site } = context.get(deskContext)
  const form = await request.formData()
  const sold = textsOf(form, ['price', 'date'])
  const isRecorded = form.has('record')
  const explorer = parseExplorer(form.get('explorer'))
  const toList = (batch: string | null) => withDone(ownPath(form.get('back') ?? '/stock'), batch)
  const ref = { id, seenAt: seenAtOf(form) }
  try {
    const sale = readSale(sold, site.name, new Date())
    await askAboutDeals(database, [ref], SOLD, textOf(form, 'confirmed'))
    const { batch } = await sellPlate(database, ref, sale, actorOf(context), { isRecorded, explorer })
    const cookie = await recordChoice.serialize(isRecorded ? explorer : '')
    return redirect(toList(batch), { headers: { 'Set-Cookie': cookie } })
  } catch (error) {
    const made = error instanceof ChangeConflict && (await findSameSale(database, id, sold, site.name))
    if (made) return redirect(toList(made))
    return answerRefused(database, ref, form, error, 'Nothing has been sold yet: confirm again to sell it.')
  }
}

/** If the button was pressed twice, the batch of the first sale. */
async function findSameSale(
  database: Reader,
  id: string,
  sold: SaleForm,
  firm: string,
): Promise<string | null> {
  const sale = readSale(sold, firm, new Date())
  const plate = await requirePlate(database, id)
  if (plate.status !== 'sold' || plate.soldPriceGbp !== sale.priceGbp || plate.soldOn !== sale.soldOn)
    return null
  const [latest] = await plateHistory.latest(database, { of: id, limit: 1 })
  return latest?.batch ?? null
}

export default function Sell({ loaderData, actionData }: Route.ComponentProps) {
  const { plate, deals, question, back, fields, isRecorded, explorer, explorers } = loaderData
  return (
    <Page title={`Sell ${plate.registration}`}>
      <DeskForm
        className="stock-short-form"
        action={`/stock/${plate.id}/sell`}
        answer={actionData}
        echoOnRefusal
        sends={{ seenAt: actionData?.seenAt ?? plate.updatedAt, back }}
      >
        <PlateFace registration={plate.registration} decorative className="w-full max-w-88" />
        <Fields fields={[fields]} />
        <div>
          <CheckField name="record" defaultChecked={isRecorded}>
            Record it in the sales explorer, where visitors see the price
          </CheckField>
        </div>
        <SelectField label="Which explorer" name="explorer" defaultValue={explorer} options={explorers} />
        <DealQuestion deals={deals} question={question}>
          <p className="mt-2">To sell it to one of them, go on with their deal instead.</p>
        </DealQuestion>
        <p className="desk-actions">
          <SubmitButton data-main>Sell {plate.registration}</SubmitButton>
          <ButtonLink to={back}>Cancel</ButtonLink>
        </p>
      </DeskForm>
    </Page>
  )
}
