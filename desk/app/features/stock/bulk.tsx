import { data, redirect } from 'react-router'
import type { Reader } from '#data/tables.ts'
import type { Actor } from '#services/audit/actor.ts'
import { ChangeConflict } from '#services/changes/write-changes.ts'
import { askAboutDeals, type PlateDeals, readPlateDeals } from '#services/deals/deals-concerned.ts'
import type { PlateRef } from '#services/stock/change-plates.ts'
import { featurePlates } from '#services/stock/feature-plates.ts'
import { PRICE_RULE_FIELDS, readPriceRule } from '#services/stock/price-rule.ts'
import { bulkPrice } from '#services/stock/reprice-plates.ts'
import { selectStock } from '#services/stock/select-stock.ts'
import { setStatus } from '#services/stock/set-status.ts'
import { simpleStatusOf } from '#services/stock/status-change.ts'
import { readStockPlates } from '#services/stock/stored-plates.ts'
import { isUuid } from '#services/uuid.ts'
import { pick } from '#shared/data/pick.ts'
import { formatList, formatNumber, plural } from '#shared/text/format.ts'
import { formatGbp } from '#shared/text/money.ts'
import { Table } from '#shared/ui/table.tsx'
import { ownPath } from '../../access/own-path.ts'
import { actorOf, type DeskContext, deskContext } from '../../context.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { FormProblem } from '../../ui/field.tsx'
import { answerForm, refusedOf } from '../../ui/form-answer.server.ts'
import type { Answer } from '../../ui/form-answer.ts'
import { Fields, fieldsWith, type ValuedField } from '../../ui/form-fields.tsx'
import { Page, TextLink } from '../../ui/page.tsx'
import { isStoredMoment } from '../../ui/seen-at.server.ts'
import { textOf, textsOf } from '../../ui/text-of.ts'
import { withDone } from '../../ui/with-done.ts'
import type { Route } from './+types/bulk'
import { type BulkChange, type BulkPreview, previewBulk } from './bulk-preview.ts'
import { DealQuestion } from './deal-question.tsx'
import { parseStockView } from './stock-view.ts'

const MAX_SHOWN = 200

type What = BulkChange['what']
const TITLES: Record<What, string> = {
  price: 'Change prices',
  status: 'Change status',
  feature: 'Feature plates',
}

const priceFields = (names: readonly (keyof typeof PRICE_RULE_FIELDS)[]) =>
  fieldsWith(pick(PRICE_RULE_FIELDS, names), { by: 'percent', roundTo: '5' })

/** `to` is the status to change to. */
const FIELDS: Record<What, readonly (ValuedField | readonly ValuedField[])[]> = {
  price: [priceFields(['direction', 'amount']), priceFields(['by', 'roundTo'])],
  status: [
    {
      name: 'to',
      label: 'Status',
      options: { for_sale: 'For sale', draft: 'Draft', withdrawn: 'Withdrawn' },
    },
  ],
  feature: [{ name: 'feature', label: 'On the home page', options: { yes: 'Featured', no: 'Not featured' } }],
}

/** What the page shows besides what was typed. */
interface Shown {
  what: What
  back: string
  /** The plates, one per line: id and time of the last change. */
  refs: string
  count: number
  /** Shown without a preview: the names of the selected plates. */
  registrations: string[]
  chosen: Record<string, string>
  preview?: ReturnType<typeof shorten>
}

/** Three steps with the same address: choose the change, preview it, confirm. */
export async function action({ context, request }: Route.ActionArgs) {
  const { database } = context.get(deskContext)
  const form = await request.formData()
  const what =
    (['price', 'status', 'feature'] as const).find((known) => known === form.get('what')) ?? 'price'
  const back = ownPath(form.get('back') ?? '/stock')
  const step = textOf(form, 'step')
  const chosen = textsOf(
    form,
    FIELDS[what].flat().map(({ name }) => name),
  )
  const given = parseRefs(textOf(form, 'refs'))
  const ids = given.map(({ id }) => id)
  const plates = await (step === '' ? readChosen(database, form) : readStockPlates(database, ids))
  const answer: Shown = {
    what,
    back,
    refs: refsOf(plates.map(({ id, updatedAt }) => ({ id, seenAt: updatedAt }))),
    count: plates.length,
    registrations: plates.slice(0, MAX_SHOWN).map(({ registration }) => registration),
    chosen,
  }
  if (step === '') return answerForm(form, {}, 200, answer)

  async function previewed(change: BulkChange): Promise<Shown> {
    const deals: PlateDeals = what === 'status' ? await readPlateDeals(database, plates) : new Map()
    const preview = previewBulk(plates, change, deals)
    return { ...answer, refs: refsOf(preview.lines), preview: shorten(preview) }
  }

  try {
    const change = readChange(what, chosen)
    if (step === 'confirm') {
      const confirmed = textOf(form, 'confirmed')
      const batch = await writeBulk(context.get(deskContext), given, change, actorOf(context), confirmed)
      return redirect(withDone(back, batch))
    }
    return answerForm(form, {}, 200, await previewed(change))
  } catch (error) {
    if (!(error instanceof ChangeConflict)) {
      const refused = refusedOf(error)
      const asks =
        refused.fields.confirmed || refused.fields.status ? await previewed(readChange(what, chosen)) : answer
      return answerForm(form, refused, 400, asks)
    }
    const message = `Nothing has been changed, because someone else has just changed ${formatList(error.registrations)}. Check the preview, then confirm again.`
    return answerForm(form, { message }, 409, await previewed(readChange(what, chosen)))
  }
}

function readChosen(database: Reader, form: FormData) {
  if (!form.has('everything'))
    return readStockPlates(database, form.getAll('plate').map(String).filter(isUuid))
  const query = new URLSearchParams({ status: textOf(form, 'status'), q: textOf(form, 'q') })
  const { tab, search } = parseStockView(query)
  return selectStock(database, { status: tab.status, search })
}

/** @throws ChangeRefusal */
function readChange(what: What, chosen: Record<string, string>): BulkChange {
  if (what === 'price') return { what, rule: readPriceRule(chosen) }
  if (what === 'feature') return { what, isFeature: chosen.feature !== 'no' }
  return { what, status: simpleStatusOf(chosen.to ?? '') ?? 'draft' }
}

async function writeBulk(
  { database }: DeskContext,
  refs: PlateRef[],
  change: BulkChange,
  actor: Actor,
  confirmed: string,
): Promise<string | null> {
  if (change.what === 'price') return (await bulkPrice(database, refs, change.rule, actor)).batch
  if (change.what === 'status') {
    await askAboutDeals(database, refs, change, confirmed)
    return (await setStatus(database, refs, change, actor)).batch
  }
  return (await featurePlates(database, refs, change.isFeature, actor)).batch
}

const refsOf = (refs: readonly PlateRef[]) => refs.map(({ id, seenAt }) => `${id} ${seenAt}`).join('\n')

/** @throws a 400 response for what `refsOf` cannot have written */
const parseRefs = (text: string): PlateRef[] =>
  text.split(/[\r\n]+/).flatMap((line) => {
    const [id = '', seenAt = ''] = line.trim().split(' ')
    if (id === '') return []
    if (!isUuid(id) || !isStoredMoment(seenAt)) throw data(null, 400)
    return [{ id, seenAt }]
  })

const shorten = (preview: BulkPreview): BulkPreview & { count: number } => ({
  ...preview,
  count: preview.lines.length,
  lines: preview.lines.slice(0, MAX_SHOWN),
})

export default function Bulk({ actionData }: Route.ComponentProps) {
  const answer = actionData
  if (!answer || answer.count === 0)
    return (
      <Page title="Change several plates">
        <p className="remark">
          No plates are selected. <TextLink to={answer?.back ?? '/stock'}>Select some in the stock</TextLink>.
        </p>
      </Page>
    )
  const { what, back, preview } = answer
  return (
    <Page title={TITLES[what]}>
      {preview ? (
        <>
          {Object.keys(answer.fields).length === 0 && <FormProblem>{answer.message}</FormProblem>}
          <Confirmation answer={answer} preview={preview} />
        </>
      ) : (
        <Choice answer={answer} />
      )}
      <p className="mt-6">
        <TextLink to={back}>Back to the list</TextLink>
      </p>
    </Page>
  )
}

function Choice({ answer }: { answer: Shown & Answer }) {
  const { what, back, refs, count, registrations } = answer
  return (
    <DeskForm
      className="stock-short-form"
      action="/stock/bulk"
      answer={answer}
      sends={{ step: 'preview', what, back, refs }}
    >
      <p>{`${plural(count, 'plate')}: ${formatList(registrations.slice(0, 12))}${count > 12 ? ' and others' : ''}.`}</p>
      <Fields fields={FIELDS[what]} />
      <p className="desk-actions">
        <SubmitButton data-main>Preview</SubmitButton>
      </p>
    </DeskForm>
  )
}

function Confirmation({ answer, preview }: { answer: Shown; preview: ReturnType<typeof shorten> }) {
  const { chosen, what, back, refs } = answer
  const { lines, totals, left, deals, question, count } = preview
  return (
    <>
      {left.map(({ why, registrations }) => (
        <p
          key={why}
          className="remark"
        >{`Left unchanged: ${plural(registrations.length, 'plate')} ${why} (${formatList(registrations.slice(0, 20))} ${registrations.length > 20 ? ` and ${formatNumber(registrations.length - 20)} more` : ''}).`}</p>
      ))}
      {count === 0 ? (
        <p className="remark">None of these plates would change.</p>
      ) : (
        <>
          <DeskForm
            action="/stock/bulk"
            className="my-4 flex flex-wrap items-center gap-x-5 gap-y-2"
            sends={{ ...chosen, step: 'confirm', what, back, refs }}
          >
            {deals.length > 0 && (
              <div className="basis-full">
                <DealQuestion deals={deals} question={question} />
              </div>
            )}
            <SubmitButton data-main>{`Change ${plural(count, 'plate')}`}</SubmitButton>
            {totals && (
              <p>
                <span>{`Total: ${formatGbp(totals.beforeGbp)} → `}</span>
                <strong>{formatGbp(totals.afterGbp)}</strong>
              </p>
            )}
          </DeskForm>
          <Table
            className="ledger max-w-176"
            columns={[
              'Registration',
              { name: 'Before', className: what === 'price' ? 'number' : undefined },
              { name: 'After', className: what === 'price' ? 'number font-medium' : 'font-medium' },
            ]}
            rows={lines.map(({ registration, before, after }) => [registration, before, after])}
          />
          {count > lines.length && (
            <p className="remark">{`And ${formatNumber(count - lines.length)} more.`}</p>
          )}
        </>
      )}
    </>
  )
}
