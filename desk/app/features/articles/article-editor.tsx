import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ArticleContent } from '#services/articles/article-content.ts'
import type { Fault } from '#services/articles/fault.ts'
import { capitalised } from '#shared/text/capitalised.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { FormProblem, TextArea } from '../../ui/field.tsx'
import { ownEntry } from '../../ui/own-entry.ts'
import { LoadProgress, useLoaded } from '../../ui/use-loaded.tsx'
import { contentOfForm } from './content-of-form.ts'
import type { FactChoice } from './editor/insert.ts'
import { FaultList } from './fault-list.tsx'
import { LocalCopyNotice } from './local-copy.tsx'
import { Publication } from './publication.tsx'
import type { LoadedArticle } from './read-page.server.ts'
import { INTENTS, type Intent, type SaveAnswer } from './save-answer.ts'
import { SaveStatus } from './save-status.tsx'
import { SideFields } from './side-fields.tsx'
import { TextBody, type TextBodyHandle } from './text-body.tsx'
import { useSaving } from './use-saving.ts'

/** Rare, and with the comparison of two texts. */
const ConflictPanel = lazy(() => import('./conflict-panel.tsx').catch(() => ({ default: UnloadedConflict })))

interface ArticleEditorProps {
  loaded: LoadedArticle
  /** The response to a form that was sent without script, with what was typed. */
  refused: {
    answer: Exclude<SaveAnswer, { kind: 'done' }>
    content: ArticleContent
    publishAt: { day: string; time: string }
  } | null
}

/** The fields of an article with its text: saved automatically, and checked with each save. */
export function ArticleEditor({ loaded, refused }: ArticleEditorProps) {
  const { article, articles, saved, today } = loaded
  const form = useRef<HTMLFormElement>(null)
  const body = useRef<TextBodyHandle>(null)
  const note = useRef<HTMLDivElement>(null)
  // The fields are uncontrolled; a new `number` resets them to new content.
  const [start, setStart] = useState({ content: refused?.content ?? loaded.content, number: 0 })
  const [answer, setAnswer] = useState<SaveAnswer | null>(refused?.answer ?? null)
  const [faults, setFaults] = useState<readonly Fault[]>(loaded.faults)
  const [savings, setSavings] = useState(0)
  const [isPreviewOpen, setIsPreviewOpen] = useState(false)
  const preview = useLoaded(() => import('./preview-pane.tsx'))
  const [isBusy, setIsBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const revision = refused?.answer.revision ?? article.revision
  const saving = useSaving({
    form,
    articleId: article.id,
    revision,
    onAnswer: take,
  })

  function take(next: SaveAnswer) {
    // An autosave does not replace the message of a button.
    setAnswer((shown) =>
      next.kind === 'done' && next.intent === 'autosave' && shown?.kind !== 'conflict' ? shown : next,
    )
    if (next.kind === 'conflict') return
    if (next.revision !== null) {
      setFaults(next.faults)
      setSavings((count) => count + 1)
    }
  }

  useEffect(() => {
    body.current?.showFaults(lineFaults(faults))
  }, [faults])

  // Focuses the result of a button, so that it is announced and scrolled into view.
  useEffect(() => {
    if (answer && !(answer.kind === 'done' && answer.intent === 'autosave')) note.current?.focus()
  }, [answer])

  async function submit(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent
    const asked = submitter instanceof HTMLButtonElement ? submitter.value : 'save'
    const intent = INTENTS.find((name) => name === asked)
    if (!intent) return
    event.preventDefault()
    await save(intent)
  }

  async function save(intent: Intent) {
    setIsBusy(true)
    const done = await saving.save(intent)
    setIsBusy(false)
    if (done?.kind === 'done') revalidate()
  }

  function begin(content: ArticleContent) {
    setStart(({ number }) => ({ content, number: number + 1 }))
    setAnswer(null)
    requestAnimationFrame(saving.touch)
  }

  const refusedFields: Readonly<Record<string, string>> = answer?.kind === 'refused' ? answer.fields : {}
  const faultyFields = [...faults.map(({ field }) => field), ...Object.keys(refusedFields)]
  /** The error of a refusal takes precedence over the result of the check. */
  const faultOf = (field: string) => {
    const found = faults.find((fault) => fault.field === field && fault.line === null)
    const message = refusedFields[field] ?? found?.message
    return message && capitalised(message)
  }
  const { content } = start
  return (
    <>
      {saving.localCopy && (
        <LocalCopyNotice
          copy={saving.localCopy}
          current={loaded.content}
          onTake={(copy) => {
            saving.continueFrom(copy.revision)
            saving.forgetLocalCopy()
            begin(copy.content as ArticleContent)
          }}
          onForget={saving.forgetLocalCopy}
        />
      )}
      <div ref={note} tabIndex={-1} className="not-empty:mb-4 focus:outline-none">
        <AnswerNote answer={answer} article={article} done={answer === null ? loaded.done : null} />
        {answer?.kind === 'conflict' && (
          <Suspense>
            <ConflictPanel
              answer={answer}
              mine={() => (form.current ? contentOfForm(new FormData(form.current)).body : '')}
              onKeep={() => {
                saving.continueFrom(answer.revision)
                save('save')
              }}
              onTake={(theirs) => {
                saving.continueFrom(answer.revision)
                begin(theirs)
              }}
            />
          </Suspense>
        )}
      </div>
      <DeskForm
        ref={form}
        action={`/articles/${article.id}`}
        className={`grid grid-cols-1 gap-x-8 gap-y-4 *:min-w-0 ${isPreviewOpen ? 'lg:grid-cols-2' : 'lg:grid-cols-[minmax(0,1fr)_19rem]'}`}
        onSubmit={submit}
        onInput={saving.touch}
        onChange={saving.touch}
        noValidate
      >
        <input type="hidden" name="revision" value={revision} />
        <div className="sticky top-12 z-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b bg-paper py-2 lg:col-span-full">
          <SaveStatus state={saving.state} saved={saved} />
          <div className="desk-actions">
            <button
              type="button"
              className="button-small needs-script aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
              aria-pressed={isPreviewOpen}
              onClick={() => {
                setIsPreviewOpen(!isPreviewOpen)
                if (!isPreviewOpen) preview.load()
              }}
            >
              Preview
            </button>
            <SubmitButton name="intent" value="save" disabled={isBusy}>
              Save
            </SubmitButton>
          </div>
        </div>
        <div className="grid content-start gap-4 *:min-w-0" key={`main ${start.number}`}>
          <TextArea
            label="Title"
            name="title"
            rows={1}
            maxLength={300}
            className="desk-input field-sizing-content font-serif text-[1.5rem] leading-[1.2]"
            defaultValue={content.title}
            error={faultOf('title')}
          />
          <TextArea
            label="Summary"
            name="summary"
            help="One or two sentences for lists and search engines"
            rows={3}
            maxLength={1000}
            defaultValue={content.summary}
            error={faultOf('summary')}
          />
          <TextBody
            ref={body}
            markdown={content.body}
            facts={() => factsNow(loaded.facts, form.current)}
            isFaulty={faults.some(({ field, severity }) => field === 'body' && severity === 'fault')}
            onChange={saving.touch}
          />
          <FaultList faults={faults} goToLine={(line) => body.current?.goToLine(line)} />
        </div>
        {isPreviewOpen &&
          (preview.module ? (
            <preview.module.PreviewPane articleId={article.id} path={article.preview} savings={savings} />
          ) : (
            <LoadProgress progress={preview.progress} what="The preview" />
          ))}
        <div
          className={`grid content-start gap-1 *:min-w-0 ${isPreviewOpen ? 'lg:col-start-1' : ''}`}
          key={`side ${start.number}`}
        >
          <Publication
            article={article}
            today={today}
            isBusy={isBusy}
            typed={refused?.publishAt}
            fault={faultOf('publishAt')}
          />
          <SideFields
            section={article.section}
            content={content}
            articles={articles}
            faultOf={faultOf}
            isFaulty={(field) => faultyFields.some((faulty) => `${faulty}.`.startsWith(`${field}.`))}
            onChange={saving.touch}
          />
        </div>
      </DeskForm>
    </>
  )
}

const UnloadedConflict = () => (
  <FormProblem>
    Someone else has changed this article too. Reload the page to compare the two texts: yours is kept in this
    browser.
  </FormProblem>
)

const lineFaults = (faults: readonly Fault[]) =>
  faults.flatMap(({ line, message, severity, field }) =>
    line === null || field !== 'body' ? [] : [{ line, message, severity }],
  )

/** The figures of the site, and those that the fields currently have. */
function factsNow(facts: readonly FactChoice[], form: HTMLFormElement | null): FactChoice[] {
  const own = form ? contentOfForm(new FormData(form)).facts.filter(({ name }) => name !== '') : []
  return [...own, ...facts.filter(({ name, isTable }) => isTable || !own.some((fact) => fact.name === name))]
}

const DONE: Readonly<Record<string, string>> = {
  save: 'Saved.',
  publish: 'Published.',
  schedule: 'Scheduled. It will be published at the time you chose.',
  withdraw: 'Withdrawn. Visitors can no longer read it.',
  unschedule: 'The schedule is cancelled.',
  address: 'Address changed. If visitors could open the old address, it leads to the new one.',
  'preview-link': 'Link created. It is below, under “Preview link”.',
  'revoke-link': 'The link no longer works.',
  restore: 'The earlier version has been restored as the latest.',
}

interface AnswerNoteProps {
  answer: SaveAnswer | null
  article: LoadedArticle['article']
  /** In the URL after a form that was sent without script. */
  done: string | null
}

function AnswerNote({ answer, article, done }: AnswerNoteProps) {
  if (answer?.kind === 'conflict') return null
  if (answer?.kind === 'refused') return <FormProblem>{answer.message}</FormProblem>
  const intent = answer?.intent ?? done
  const text = answer?.note ?? ownEntry(DONE, intent)
  if (!text) return null
  return (
    <p className="desk-note" role="status">
      <span>{`${text} `}</span>
      {intent === 'publish' && (
        <a href={article.path} className="link">
          Read it on the site
        </a>
      )}
    </p>
  )
}
