import { data } from 'react-router'
import { deskContext, requireOwner, requirePerson } from '../../context.ts'
import { fullMoment } from '../../ui/dates.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { FormProblem } from '../../ui/field.tsx'
import { ownEntry } from '../../ui/own-entry.ts'
import { ButtonLink, DoneNote, Page, TextLink } from '../../ui/page.tsx'
import type { Route } from './+types/templates'
import { changeTemplates, readTemplates } from './change-templates.server.ts'
import { ConfirmFirst } from './confirm-first.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  const isOwner = requirePerson(context).role === 'owner'
  const { value, seen, isDefault, person, changedAt } = await readTemplates(context)
  return {
    isOwner,
    seen,
    isDefault,
    templates: value,
    changed: person && changedAt ? `${person}, ${fullMoment(changedAt)}` : null,
    done: ownEntry(DONE, url.searchParams.get('done')),
  }
}

const DONE: Record<string, string> = {
  saved: 'The template has been saved.',
  removed: 'The template has been removed.',
  moved: 'The order has been saved.',
  reset: 'The standard templates have been restored.',
}

export async function action({ context, request }: Route.ActionArgs) {
  requireOwner(context)
  const form = await request.formData()
  if (form.get('intent') === 'reset') return changeTemplates(context, form, undefined, 'reset')
  const { replyTemplates } = context.get(deskContext).privateSettings
  const index = Number(form.get('up') ?? Number(form.get('down')) + 1)
  const above = replyTemplates[index - 1]
  const below = replyTemplates[index]
  if (!Number.isInteger(index) || !above || !below) throw data(null, 400)
  return changeTemplates(context, form, replyTemplates.with(index - 1, below).with(index, above), 'moved')
}

export default function Templates({ loaderData, actionData }: Route.ComponentProps) {
  const { isOwner, templates, seen, isDefault, changed, done } = loaderData
  return (
    <Page
      title="Reply templates"
      actions={
        <>
          <TextLink to="/firm">Firm</TextLink>
          {isOwner && (
            <ButtonLink data-main to="/firm/templates/new">
              Add a template
            </ButtonLink>
          )}
        </>
      }
    >
      <DoneNote>{!actionData && done}</DoneNote>
      {actionData && 'needsSecondFactor' in actionData && <ConfirmFirst className="mb-4" />}
      <FormProblem className="mb-4">{actionData?.message}</FormProblem>
      <p className="mb-4 max-w-176 text-quiet">
        Texts to start a reply with, in the order they are offered. Words in braces are filled in from the
        enquiry and your stock.
      </p>
      <DeskForm preventScrollReset sends={{ seen }}>
        <ol className="ledger-list">
          {templates.map(({ name, body }, index) => (
            <li key={name} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3">
              <div className="min-w-0 grow basis-64">
                <p>
                  {isOwner ? (
                    <TextLink to={`/firm/templates/${index + 1}`} data-row>
                      {name}
                    </TextLink>
                  ) : (
                    name
                  )}
                </p>
                <p className="line-clamp-2 max-w-176 text-quiet text-row">{body}</p>
              </div>
              {isOwner && (
                <p className="flex gap-1 *:disabled:cursor-default *:disabled:opacity-35">
                  <SubmitButton
                    name="up"
                    value={index}
                    disabled={index === 0}
                    aria-label={`Move “${name}” up`}
                  >
                    ↑
                  </SubmitButton>
                  <SubmitButton
                    name="down"
                    value={index}
                    disabled={index === templates.length - 1}
                    aria-label={`Move “${name}” down`}
                  >
                    ↓
                  </SubmitButton>
                </p>
              )}
            </li>
          ))}
        </ol>
      </DeskForm>
      {templates.length === 0 && <p className="remark">There are no templates. Every reply starts empty.</p>}
      {isDefault ? (
        <p className="help mt-4">These are the standard templates.</p>
      ) : (
        <div className="help mt-4">
          <p>{`Set by ${changed}.`}</p>
          {isOwner && (
            <details>
              <summary>Restore the standard templates</summary>
              <p>This removes all your own templates and restores the standard ones.</p>
              <DeskForm sends={{ intent: 'reset', seen }}>
                <SubmitButton data-danger>Restore</SubmitButton>
              </DeskForm>
            </details>
          )}
        </div>
      )}
    </Page>
  )
}
