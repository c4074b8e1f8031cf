import { randomUUID } from 'node:crypto'
import { data, redirect } from 'react-router'
import { takeByTelephone } from '#services/enquiries/enquiry-store.ts'
import { isUuid } from '#services/uuid.ts'
import { maxLengths } from '#shared/enquiries/enquiry-fields.ts'
import { parseTelephoneEnquiry, type TelephoneEnquiry } from '#shared/enquiries/enquiry-schema.ts'
import { actorOf, deskContext, requirePerson } from '../../context.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { answerForm } from '../../ui/form-answer.server.ts'
import { typedText } from '../../ui/form-answer.ts'
import { Page, TextLink } from '../../ui/page.tsx'
import { textOf, textsOf } from '../../ui/text-of.ts'
import type { Route } from './+types/new'

const FIELDS = ['name', 'phone', 'email', 'plateNumber', 'message'] as const

export const loader = () => ({ key: randomUUID() })

export async function action({ context, request }: Route.ActionArgs) {
  const person = requirePerson(context)
  const form = await request.formData()
  const key = textOf(form, 'key')
  if (!isUuid(key)) throw data(null, 400)
  const typed = textsOf(form, FIELDS)
  const parsed = parseTelephoneEnquiry(typed)
  if ('fields' in parsed) return answerForm(form, { fields: parsed.fields })
  const { database } = context.get(deskContext)
  const reference = await takeByTelephone(database, parsed.enquiry, key, person, actorOf(context))
  return redirect(`/enquiries/${reference}`)
}

export default function NewEnquiry({ loaderData, actionData }: Route.ComponentProps) {
  const inputOf = (name: keyof TelephoneEnquiry) => ({ name, maxLength: maxLengths[name] })
  const code = { autoCapitalize: 'none', spellCheck: false }
  return (
    <Page title="Enquiry by telephone" actions={<TextLink to="/enquiries">All enquiries</TextLink>}>
      <DeskForm
        className="grid max-w-lg gap-3"
        action="/enquiries/new"
        answer={actionData}
        echoOnRefusal
        sends={{ key: typedText(actionData?.typed, 'key') ?? loaderData.key }}
      >
        <TextField label="Name" required autoFocus {...inputOf('name')} />
        <TextField label="Telephone" type="tel" help="This, or the e-mail address" {...inputOf('phone')} />
        <TextField label="E-mail" inputMode="email" {...code} {...inputOf('email')} />
        <TextField
          label="Plates"
          help="With a comma between them"
          {...code}
          autoCapitalize="characters"
          {...inputOf('plateNumber')}
        />
        <TextArea label="What they want" {...inputOf('message')} />
        <p>
          <SubmitButton data-main>Save</SubmitButton>
        </p>
      </DeskForm>
    </Page>
  )
}
