import { useState } from 'react'
import { data } from 'react-router'
import type { Reader } from '#data/tables.ts'
import { fillTemplate, type NamedPlate, readNamedPlates } from '#services/enquiries/reply-templates.ts'
import { SettingsRefused } from '#services/settings/change-settings.ts'
import { BLANKS, type ReplyTemplate, unknownBlanks } from '#shared/enquiries/template-text.ts'
import { deskContext, orNotFound, requireOwner } from '../../context.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { CheckField, TextArea, TextField } from '../../ui/field.tsx'
import { answerForm } from '../../ui/form-answer.server.ts'
import { type Answer, answerTo, typedText } from '../../ui/form-answer.ts'
import { Page, Section, TextLink } from '../../ui/page.tsx'
import { textOf } from '../../ui/text-of.ts'
import type { Route } from './+types/template'
import { changeTemplates, readTemplates } from './change-templates.server.ts'
import { ConfirmFirst } from './confirm-first.tsx'
import { MailPreview } from './mail-preview.tsx'

/** 'new', or the position in the list from 1. */
const indexOf = (place: string, count: number): number | null => {
  if (place === 'new') return count
  const index = /^[1-9]\d?$/.test(place) ? Number(place) - 1 : -1
  return index >= 0 && index < count ? index : null
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { name: person } = requireOwner(context)
  const { database, site } = context.get(deskContext)
  const { value, seen } = await readTemplates(context)
  const index = orNotFound(indexOf(params.template, value.length))
  return {
    template: value[index] ?? null,
    seen,
    sample: {
      enquiry: { name: 'Alex Morgan' },
      plates: await samplePlates(database),
      person,
      site: { name: site.name, prices: site.prices },
    },
  }
}

/** Two example plates that are for sale. */
async function samplePlates(reader: Reader): Promise<NamedPlate[]> {
  const offered = reader.selectFrom('plates').select('plateNumber').where('isAvailable', 'is', true)
  const rows = await offered.where('price', 'is not', null).orderBy('id').limit(2).execute()
  return readNamedPlates(reader, { plateNumber: rows.map(({ plateNumber }) => plateNumber).join() })
}

export async function action({ context, params, request }: Route.ActionArgs) {
  requireOwner(context)
  const form = await request.formData()
  const { value } = await readTemplates(context)
  const index = indexOf(params.template, value.length)
  if (index === null) throw data(null, 409)
  const typed = { name: textOf(form, 'name'), body: textOf(form, 'body').replaceAll('\r\n', '\n') }
  switch (form.get('intent')) {
    case 'preview':
      return answerForm(form, {}, 200)
    case 'remove':
      if (!form.has('sure'))
        return answerForm(form, { fields: { sure: 'Tick the box to remove the template.' } })
      return changeTemplates(context, form, value.toSpliced(index, 1), 'removed')
    case 'save':
      try {
        return await changeTemplates(context, form, value.toSpliced(index, 1, typed), 'saved')
      } catch (error) {
        if (!(error instanceof SettingsRefused)) throw error
        const faults = error.faults.map(({ path, message }) => [String(path[1] ?? 'name'), message])
        return answerForm(form, { fields: Object.fromEntries(faults.reverse()) })
      }
    default:
      throw data(null, 400)
  }
}

export default function Template({ loaderData, actionData, params }: Route.ComponentProps) {
  const { template, seen, sample } = loaderData
  const ofRemoval = answerTo(actionData, 'remove')
  const [body, setBody] = useState(typedText(actionData?.typed, 'body') ?? template?.body ?? '')
  const [unknown] = unknownBlanks(body)
  return (
    <Page
      title={template ? template.name : 'Add a template'}
      actions={<TextLink to="/firm/templates">Reply templates</TextLink>}
    >
      <div className="grid gap-x-12 gap-y-8 *:min-w-0 lg:grid-cols-[minmax(0,40rem)_minmax(18rem,1fr)]">
        <div>
          <DeskForm
            className="firm-fields"
            action={`/firm/templates/${params.template}`}
            answer={ofRemoval ? null : actionData}
            echoOnRefusal
            sends={{ seen }}
          >
            <TextField
              label="Name"
              name="name"
              help="The name shown beside an enquiry."
              required
              maxLength={60}
              defaultValue={template?.name ?? ''}
            />
            <TextArea
              label="Text"
              name="body"
              help="The greeting and sign-off are added automatically. Anything in square brackets, such as [lower], must be replaced before a reply is sent."
              required
              rows={12}
              maxLength={4000}
              value={body}
              onChange={(event) => setBody(event.target.value)}
            />
            {actionData && 'needsSecondFactor' in actionData && <ConfirmFirst />}
            <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <SubmitButton name="intent" value="save" data-main isOnce>
                Save
              </SubmitButton>
              <SubmitButton name="intent" value="preview" formNoValidate isOnce>
                Preview
              </SubmitButton>
            </p>
          </DeskForm>
          {template && <RemoveForm template={template} seen={seen} answer={ofRemoval} />}
        </div>
        <div>
          <h2 className="desk-subtitle">Placeholders in braces</h2>
          <dl className="mt-2 text-row">
            {Object.entries(BLANKS).map(([blank, meaning]) => (
              <div key={blank} className="grid grid-cols-[6.5rem_1fr] border-line border-b py-1.5">
                <dt>
                  <code>{`{${blank}}`}</code>
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
          <Section id="preview-title" title="How the reply starts" className="mt-6">
            {unknown && <p className="waits">{`${unknown} is not a placeholder.`}</p>}
            <div className="mt-2">
              <MailPreview text={fillTemplate({ name: '', body: body.trim() }, sample)} />
            </div>
          </Section>
        </div>
      </div>
    </Page>
  )
}

interface RemoveFormProps {
  template: ReplyTemplate
  seen: string
  answer: Answer | null | undefined
}

function RemoveForm({ template, seen, answer }: RemoveFormProps) {
  return (
    <DeskForm
      className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-4"
      answer={answer}
      sends={{ seen, intent: 'remove', ...template }}
    >
      <CheckField name="sure" required>
        Yes, remove “{template.name}”
      </CheckField>
      <SubmitButton data-danger>Remove</SubmitButton>
    </DeskForm>
  )
}
