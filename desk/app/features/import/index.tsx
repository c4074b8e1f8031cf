import { useRef } from 'react'
import { Link, redirect, useNavigation, useSubmit } from 'react-router'
import { forgetHeading, listRememberedHeadings } from '#services/import/heading-memory.ts'
import { createImport, listImports } from '#services/import/import-store.ts'
import { isListKind } from '#services/import/list-kinds.ts'
import { londonDay } from '#services/london-time.ts'
import { UserError } from '#services/user-error.ts'
import { actorOf, deskContext } from '../../context.ts'
import { shortMoment } from '../../ui/dates.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { DropTarget } from '../../ui/drop-target.tsx'
import { TextField } from '../../ui/field.tsx'
import { answerForm } from '../../ui/form-answer.server.ts'
import type { Answer } from '../../ui/form-answer.ts'
import { Page, Section } from '../../ui/page.tsx'
import type { Route } from './+types/index'
import { COLUMNS, KINDS } from './labels.server.ts'
import { LIST_FILES } from './list-files.ts'
import { ListKindField } from './list-kind.tsx'
import { readUpload } from './read-upload.server.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { database } = context.get(deskContext)
  const today = londonDay(new Date())
  const [imports, headings] = await Promise.all([
    listImports(database, new Date()),
    listRememberedHeadings(database),
  ])
  return {
    open: imports
      .filter(({ result }) => result === null)
      .map(({ id, fileName, person, createdAt }) => ({
        id,
        fileName,
        person,
        at: shortMoment(createdAt, today),
      })),
    headings: headings.map(({ id, list, heading, column }) => ({
      id,
      heading,
      meaning:
        column === '-'
          ? 'left out'
          : (COLUMNS[list][column] ?? column).replace(/(?: \(|:).*$/, '').toLowerCase(),
      place: list === 'stock' ? null : list === 'auction' ? 'auction results' : 'sold prices',
    })),
    kinds: KINDS,
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { database } = context.get(deskContext)
  const form = await request.formData()
  const forgotten = form.get('forget')
  if (typeof forgotten === 'string') {
    await forgetHeading(database, forgotten)
    return redirect('/import')
  }
  const refuse = (fault: string) => answerForm(form, { fields: { file: fault } })
  const file = await readUpload(form)
  if (typeof file === 'string') return refuse(file)
  const kind = form.get('kind')
  const upload = { ...file, kind: isListKind(kind) ? kind : undefined }
  try {
    return redirect(`/import/${await createImport(database, actorOf(context), upload, new Date())}`)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return refuse(error.message)
  }
}

export default function Import({ loaderData: { open, headings, kinds }, actionData }: Route.ComponentProps) {
  return (
    <Page title="Import">
      <UploadForm kinds={kinds} answer={actionData} />
      {open.length > 0 && <OpenImports open={open} />}
      {headings.length > 0 && <RememberedHeadings headings={headings} />}
    </Page>
  )
}

function UploadForm({ kinds, answer }: { kinds: typeof KINDS; answer: Answer | undefined }) {
  const submit = useSubmit()
  const input = useRef<HTMLInputElement>(null)
  const isBusy = useNavigation().state === 'submitting'
  return (
    <DeskForm encType="multipart/form-data" className="max-w-reading" answer={answer}>
      <DropTarget input={input} onDropped={submit}>
        <ListKindField kinds={kinds} />
        <TextField
          ref={input}
          label="The list"
          name="file"
          type="file"
          required
          accept={LIST_FILES}
          help="Your stock, sold prices or auction results: an Excel workbook (.xlsx) or CSV file of up to 5 MB, as it is. Drop it here or choose it. Nothing changes until you have seen what would happen to each row."
        />
        <SubmitButton data-main disabled={isBusy}>
          {isBusy ? 'Uploading' : 'Read the list'}
        </SubmitButton>
      </DropTarget>
    </DeskForm>
  )
}

function OpenImports({ open }: { open: Route.ComponentProps['loaderData']['open'] }) {
  return (
    <Section id="open-imports" title="Not imported yet" className="mt-8 max-w-reading">
      <ul className="ledger-list">
        {open.map(({ id, fileName, person, at }) => (
          <li key={id} className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 py-1">
            <Link to={`/import/${id}`} className="link break-all" data-row>
              {fileName}
            </Link>
            <span className="text-quiet text-sm">
              {person}, {at}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-quiet text-sm">Files are removed after a day.</p>
    </Section>
  )
}

function RememberedHeadings({ headings }: { headings: Route.ComponentProps['loaderData']['headings'] }) {
  return (
    <details className="mt-8 max-w-reading">
      <summary className="min-h-10 cursor-pointer py-2">Remembered headings ({headings.length})</summary>
      <ul className="ledger-list mt-2">
        {headings.map(({ id, heading, meaning, place }) => (
          <li key={id} className="flex min-h-10 items-center justify-between gap-4 py-1">
            <span className="break-all">
              “{heading}” is {meaning}
              {place && <span className="text-quiet"> in {place}</span>}
            </span>
            <DeskForm>
              <SubmitButton name="forget" value={id}>
                Forget<span className="sr-only"> “{heading}”</span>
              </SubmitButton>
            </DeskForm>
          </li>
        ))}
      </ul>
    </details>
  )
}
