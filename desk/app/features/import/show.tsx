import { data, redirect } from 'react-router'
import {
  chooseImport,
  correctImport,
  popProblem,
  previewImport,
  writeImport,
} from '#services/import/desk-import.ts'
import {
  findImport,
  type ImportChoices,
  type ImportResult,
  removeImport,
  type StoredImport,
} from '#services/import/import-store.ts'
import { explorerOfList, type ListKind } from '#services/import/list-kinds.ts'
import { AUCTION_FIELDS } from '#services/import/sales/auction-choice.ts'
import { tableSpecs } from '#shared/cells/table-specs.ts'
import { actorOf, deskContext, orNotFound } from '../../context.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { FormProblem } from '../../ui/field.tsx'
import { answerForm, refusedOf } from '../../ui/form-answer.server.ts'
import { Fields, fieldsWith } from '../../ui/form-fields.tsx'
import { ownEntry } from '../../ui/own-entry.ts'
import { Page } from '../../ui/page.tsx'
import { textOf } from '../../ui/text-of.ts'
import type { Route } from './+types/show'
import { type DescribedOutcome, describeRowOutcome } from './describe-row-outcome.server.ts'
import { describeSalesRowOutcome } from './describe-sales-row-outcome.server.ts'
import { HeadingQuestionsForm, SheetForm } from './heading-questions.tsx'
import { ImportProgress } from './import-progress.tsx'
import { COLUMNS, KINDS } from './labels.server.ts'
import { ROW_OUTCOMES, SALES_ROW_OUTCOMES } from './labels.ts'
import { ListKindForm } from './list-kind.tsx'
import {
  readAuction,
  readContradictions,
  readDecisions,
  readHeadingAnswers,
  readKind,
  readSideBySide,
} from './read-choices.server.ts'
import { readUpload } from './read-upload.server.ts'
import { SalesPreview } from './sales-preview.tsx'
import { StockPreview } from './stock-preview.tsx'
import { WrittenImport } from './written-import.tsx'

const PAGE_ROWS = 100
/** After this time the page shows the progress and asks again. */
const WAIT_MS = 1_200

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const stored = await requireImport(context, params.id)
  const { id, fileName } = stored
  if (stored.result) return writtenImport(stored, stored.result)
  const preview = await previewImport(desk.database, stored, WAIT_MS)
  if ('stage' in preview)
    return data({ kind: 'progress' as const, id, fileName, ...preview }, { headers: { Refresh: '2' } })
  // The work may have finished in the meantime.
  const again = await requireImport(context, params.id)
  if (again.result) return writtenImport(again, again.result)
  if (preview.kind === 'auction')
    return {
      ...preview,
      id,
      fileName,
      kinds: KINDS,
      fields: fieldsWith(AUCTION_FIELDS, { ...preview.suggested }),
    }
  if (preview.kind !== 'plan') {
    const labels = COLUMNS[preview.kind === 'headings' ? preview.list : 'stock']
    return { ...preview, id, fileName, labels, kinds: KINDS }
  }
  const { columns, names, hidden, ignored, ...compared } = preview
  const search = url.searchParams
  const columnOf = new Map([...columns].map(([column, name]) => [name, column]))
  // A blank column without a heading is neither.
  const known = names
    .map((name) => ({
      name,
      column: columnOf.get(name) ?? (ignored.includes(name) ? '-' : ''),
      isHidden: hidden.includes(name),
    }))
    .filter(({ column }) => column !== '')
  const labels = COLUMNS[compared.list]
  const common = {
    id,
    fileName,
    labels,
    kinds: KINDS,
    problem: popProblem(id),
    columns: known,
    dates: again.choices.dates,
  }
  if (compared.list === 'stock') {
    const { plan, ...rest } = compared
    const { asked, missing } = plan
    const shown = pageOf(plan, ROW_OUTCOMES, search, describeRowOutcome)
    return { ...rest, ...common, ...shown, asked, missing, decisions: again.choices.decisions }
  }
  const { plan, ...rest } = compared
  const { table, sale } = explorerOfList(compared.list)
  const shown = pageOf(plan, SALES_ROW_OUTCOMES, search, (each) =>
    describeSalesRowOutcome(tableSpecs[table], each),
  )
  const { contradictions } = plan
  return { ...rest, ...common, ...shown, sale, contradictions, reason: again.choices.reason }
}

const writtenImport = ({ id, fileName, choices }: StoredImport, result: ImportResult) => ({
  kind: 'written' as const,
  id,
  fileName,
  result,
  sales: salesOf(choices.kind ?? 'stock', choices.auction?.month ?? null),
})

/** The address leads to the sales of the auction, or to the whole explorer. */
function salesOf(list: ListKind, month: string | null) {
  if (list === 'stock') return null
  const { sale, path } = explorerOfList(list)
  if (list !== 'auction' || month === null) return { sale, address: path }
  const year = month.slice(0, 4)
  return { sale, address: `${path}?${new URLSearchParams({ seller: 'DVLA Auction', from: year, to: year })}` }
}

interface Listed<Kind> {
  kind: Kind
  line: number | null
  registration: string
  written?: string
}

/** The rows of one page, of one kind or of all. */
function pageOf<Kind extends string, Row extends Listed<Kind>>(
  { rowOutcomes, counts }: { rowOutcomes: readonly Row[]; counts: Readonly<Record<Kind, number>> },
  labels: Readonly<Record<Kind, string>>,
  search: URLSearchParams,
  describe: (rowOutcome: Row) => DescribedOutcome,
) {
  const kinds = Object.keys(labels) as Kind[]
  const rowOutcome = kinds.find((kind) => kind === search.get('outcome')) ?? null
  const rows = rowOutcomes.map((row, key) => ({ row, key }))
  const matching = rowOutcome === null ? rows : rows.filter(({ row }) => row.kind === rowOutcome)
  const pages = Math.max(1, Math.ceil(matching.length / PAGE_ROWS))
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(search.get('page')) || 1)))
  return {
    counts,
    tabs: [
      { kind: null, label: 'All', count: rowOutcomes.length },
      ...kinds
        .filter((kind) => counts[kind] > 0)
        .map((kind) => ({ kind, label: labels[kind], count: counts[kind] })),
    ],
    rowOutcome,
    page,
    pages,
    rows: matching.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS).map(({ row, key }) => {
      const { kind, line, registration, written = null } = row
      return { key, line, registration, written, kind, outcome: labels[kind], ...describe(row) }
    }),
  }
}

const requireImport = async (context: Route.LoaderArgs['context'], id: string): Promise<StoredImport> =>
  orNotFound(await findImport(context.get(deskContext).database, id))

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  const refresh = loaderHeaders.get('Refresh')
  return refresh ? { Refresh: refresh } : new Headers()
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
  const desk = context.get(deskContext)
  const form = await request.formData()
  const intent = textOf(form, 'intent')
  if (intent === 'discard') {
    await removeImport(desk.database, params.id)
    return redirect('/import')
  }
  const stored = await requireImport(context, params.id)
  const actor = actorOf(context)
  const { choices } = stored
  if (intent === 'write') {
    await writeImport(desk.database, stored, {
      actor,
      digest: textOf(form, 'digest'),
      skipsRefused: form.get('leave-out') === 'yes',
      waitMs: WAIT_MS,
    })
    return redirect(`/import/${stored.id}`)
  }
  if (intent === 'correct') {
    const file = await readUpload(form)
    if (typeof file === 'string') return answerForm(form, { fields: { file } })
    await correctImport(desk.database, stored, file)
    return redirect(`/import/${stored.id}`)
  }
  const read = ownEntry(CHOICES, intent)
  if (!read) throw new Response(null, { status: 400 })
  try {
    await chooseImport(desk.database, actor, stored, read(form, choices))
  } catch (error) {
    return answerForm(form, refusedOf(error))
  }
  return redirect(`/import/${stored.id}${intent === 'contradictions' ? url.search : ''}`)
}

/** The forms about the list. */
const CHOICES: Readonly<Record<string, (form: FormData, choices: ImportChoices) => ImportChoices>> = {
  sheet: (form, choices) => ({ ...choices, sheet: textOf(form, 'sheet').slice(0, 200) }),
  'side-by-side': readSideBySide,
  auction: readAuction,
  kind: readKind,
  contradictions: readContradictions,
  headings: readHeadingAnswers,
  decide: readDecisions,
}

export default function ShowImport({ loaderData, actionData }: Route.ComponentProps) {
  const { id, kind, fileName } = loaderData
  const discard = (
    <DeskForm action={`/import/${id}`}>
      <SubmitButton name="intent" value="discard">
        {kind === 'unreadable' ? 'Choose another file' : 'Discard this file'}
      </SubmitButton>
    </DeskForm>
  )
  const isOpen = kind !== 'written' && kind !== 'progress'
  const list = kind === 'auction' ? kind : 'list' in loaderData ? loaderData.list : null
  return (
    <Page title={`Import ${fileName}`} actions={isOpen ? discard : undefined}>
      {actionData && Object.keys(actionData.fields).length === 0 && (
        <FormProblem className="mb-4">{actionData.message}</FormProblem>
      )}
      {isOpen && list !== null && <ListKindForm id={id} list={list} kinds={loaderData.kinds} />}
      {kind === 'written' && <WrittenImport {...loaderData} />}
      {kind === 'progress' && <ImportProgress stage={loaderData.stage} rows={loaderData.rows} />}
      {kind === 'unreadable' && <FormProblem className="max-w-reading">{loaderData.message}</FormProblem>}
      {kind === 'sheets' && <SheetForm names={loaderData.names} likely={loaderData.likely} />}
      {kind === 'auction' && (
        <DeskForm className="grid max-w-reading gap-4" answer={actionData} showsMessage={false} echoOnRefusal>
          <p>Each sold lot is recorded under the name of its auction, so that no lot is recorded twice.</p>
          <Fields fields={loaderData.fields} />
          <p>
            <SubmitButton name="intent" value="auction" data-main>
              Continue
            </SubmitButton>
          </p>
        </DeskForm>
      )}
      {kind === 'headings' && <HeadingQuestionsForm {...loaderData} answer={actionData} />}
      {kind === 'plan' &&
        (loaderData.list === 'stock' ? (
          <StockPreview plan={loaderData} answer={actionData} />
        ) : (
          <SalesPreview plan={loaderData} answer={actionData} />
        ))}
      {isOpen && (
        <p className="mt-8 text-quiet text-sm">
          Nothing changes until you import. The file is removed after a day.
        </p>
      )}
    </Page>
  )
}
