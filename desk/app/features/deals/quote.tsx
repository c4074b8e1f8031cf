import { randomUUID } from 'node:crypto'
import { type ReactNode, useState } from 'react'
import { data, Form, redirect, useNavigation } from 'react-router'
import { ChangeConflict } from '#services/changes/call-change.ts'
import { quoteLetter } from '#services/deals/deal-letters.ts'
import { openSalesOf } from '#services/deals/deal-store.ts'
import { formatPence } from '#services/deals/deal-types.ts'
import { LINK, makeQuote } from '#services/deals/make-quote.ts'
import { MAX_LETTER_LENGTH, type QuoteForm, readPence, readQuote } from '#services/deals/read-deal-form.ts'
import { readConversation } from '#services/enquiries/conversation.ts'
import { readNamedPlates } from '#services/enquiries/reply-templates.ts'
import { addDays, londonDay } from '#services/london-time.ts'
import { findStockPlate } from '#services/stock/stock-store.ts'
import { isUuid } from '#services/uuid.ts'
import { parseRegistration } from '#shared/registration/registration.ts'
import { isDay } from '#shared/text/format.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { actorOf, type DeskContext, deskContext, requirePerson } from '../../context.ts'
import { DeskForm } from '../../ui/desk-form.tsx'
import { ButtonLink, Page } from '../../ui/page.tsx'
import { textOf } from '../../ui/text-of.ts'
import { FormProblem, TextArea, TextField } from '../stock/field.tsx'
import { type Refused, refusedOf } from '../stock/refused.server.ts'
import type { Route } from './+types/quote'
import { describeStage } from './stage.ts'
import { useFirstFault } from './use-first-fault.ts'

const USUAL_DAYS = 7

async function requireConversation({ client }: DeskContext, reference: string) {
  const conversation = await readConversation(client, reference)
  if (!conversation) throw new Response(null, { status: 404 })
  return conversation
}

/** The plate that the address names; for our bid, else the first that the enquiry names. */
async function readSubject({ client }: DeskContext, { searchParams }: URL, otherwise = '') {
  const kind = searchParams.get('kind') === 'purchase' ? 'purchase' : 'sale'
  const typed = searchParams.get('plate') ?? (kind === 'purchase' ? otherwise : '')
  const parsed = parseRegistration(typed)
  const registration = parsed.ok ? parsed.registration.text : null
  const plate = registration && kind === 'sale' ? await findStockPlate(client, { registration }) : null
  let problem: string | null = null
  if (!parsed.ok) problem = typed && `“${typed}” is not a registration.`
  else if (kind === 'sale' && (!plate || plate.status === 'sold'))
    problem = plate ? `${plate.registration} is sold.` : `${registration} is not in the stock.`
  return { kind, typed, registration: problem === null ? registration : null, plate, problem } as const
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const me = requirePerson(context)
  const desk = context.get(deskContext)
  const { enquiry } = await requireConversation(desk, params.reference)
  const [named] = await readNamedPlates(desk.client, enquiry)
  const { plate, registration, ...subject } = await readSubject(
    desk,
    new URL(request.url),
    named?.registration,
  )
  const today = londonDay(new Date())
  const others = registration && subject.kind === 'sale' ? await openSalesOf(desk.client, [registration]) : []
  return {
    ...subject,
    registration,
    reference: enquiry.reference,
    name: enquiry.name,
    hasAddress: Boolean(enquiry.email),
    sendsMail: desk.sendsMail,
    id: randomUUID(),
    price: plate?.priceGbp ? formatPence(plate.priceGbp * 100) : '',
    statement: subject.kind === 'sale' ? desk.site.prices.statement : '',
    today,
    until: addDays(today, USUAL_DAYS),
    others: others.map((deal) => `${deal.name}: ${describeStage(deal).toLowerCase()}`),
    signature: { person: me.name, firm: desk.site.name, link: LINK },
  }
}

interface Answer extends Refused {
  typed: QuoteForm & { isBesideOthers: boolean }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const desk = context.get(deskContext)
  const conversation = await requireConversation(desk, params.reference)
  const [named] = await readNamedPlates(desk.client, conversation.enquiry)
  const { kind, registration, plate } = await readSubject(desk, new URL(request.url), named?.registration)
  const form = await request.formData()
  const id = textOf(form, 'deal')
  if (!registration || !isUuid(id)) throw new Response(null, { status: 400 })
  const typed = {
    amount: textOf(form, 'amount'),
    deposit: textOf(form, 'deposit'),
    includes: textOf(form, 'includes'),
    validUntil: textOf(form, 'validUntil'),
    text: textOf(form, 'text'),
    isBesideOthers: form.has('isBesideOthers'),
  }
  try {
    const { name } = conversation.enquiry
    const { isBesideOthers } = typed
    const quote = { id, kind, registration, plateId: plate?.id ?? null, name, isBesideOthers }
    const given = readQuote(typed, londonDay(new Date()))
    await makeQuote(desk.client, conversation, { ...quote, ...given }, desk, actorOf(context))
    desk.wakeOutbox()
    return redirect(`/deals/${id}?done=yes`)
  } catch (error) {
    if (error instanceof ChangeConflict) {
      const message = `Something else has just been sent to ${conversation.enquiry.name}. Read the conversation, then send this again if it still applies.`
      return data<Answer>({ message, fields: {}, typed }, { status: 409 })
    }
    return data<Answer>({ ...refusedOf(error), typed }, { status: 400 })
  }
}

export default function MakeQuote({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, registration, reference, name, typed, problem } = loaderData
  const what = kind === 'sale' ? 'Quote' : 'Bid'
  const back = `/enquiries/${reference}`
  return (
    <Page title={`${what} ${kind === 'sale' ? 'for' : 'to'} ${name}`}>
      {registration ? (
        <QuoteFields {...{ loaderData, actionData, registration, what }}>
          <ButtonLink to={back}>Cancel</ButtonLink>
        </QuoteFields>
      ) : (
        <Form className="stock-short-form">
          {kind === 'purchase' && <input type="hidden" name="kind" value={kind} />}
          <TextField
            label={kind === 'sale' ? 'Which of your plates' : 'Their registration'}
            name="plate"
            required
            defaultValue={typed}
            error={problem || undefined}
          />
          <p className="stock-form-end">
            <button type="submit" className="button-small" data-main>
              Go on
            </button>
            <ButtonLink to={back}>Cancel</ButtonLink>
          </p>
        </Form>
      )}
    </Page>
  )
}

type QuoteFieldsProps = Pick<Route.ComponentProps, 'loaderData' | 'actionData'> & {
  registration: string
  what: string
  children: ReactNode
}

function QuoteFields({ loaderData, actionData, registration, what, children }: QuoteFieldsProps) {
  const { kind, name, hasAddress, sendsMail, id, price, statement, today, until, others } = loaderData
  const { typed, fields = {}, message } = (actionData ?? {}) as Partial<Answer>
  useFirstFault(actionData)
  const isSending = useNavigation().state === 'submitting'
  const initial = typed ?? { amount: price, deposit: '', includes: statement, validUntil: until }
  const [shown, setShown] = useState<Omit<QuoteForm, 'text'>>(initial)
  // What the person has written in place of the letter that follows the fields.
  const [own, setOwn] = useState(typed?.text ?? null)
  const { includes, validUntil } = shown
  const letter = quoteLetter(
    {
      ...{ kind, registration, name, includes: includes.trim() || null },
      amount: penceOf(shown.amount) ?? penceOf(price) ?? 0,
      deposit: penceOf(shown.deposit),
      validUntil: isDay(validUntil) ? validUntil : until,
    },
    loaderData.signature,
  )
  const field = (fieldName: keyof typeof initial & keyof QuoteForm) => ({
    name: fieldName,
    defaultValue: initial[fieldName],
    error: fields[fieldName],
  })
  return (
    <DeskForm
      className="stock-short-form deal-form"
      echoOnRefusal
      onChange={({ currentTarget }) => {
        const form = new FormData(currentTarget)
        setShown({
          amount: textOf(form, 'amount'),
          deposit: textOf(form, 'deposit'),
          includes: textOf(form, 'includes'),
          validUntil: textOf(form, 'validUntil'),
        })
      }}
    >
      <input type="hidden" name="deal" value={id} />
      {message && Object.keys(fields).length === 0 && <FormProblem>{message}</FormProblem>}
      <PlateFace registration={registration} className="plate-large" />
      {(others.length > 0 || fields.isBesideOthers) && (
        <div className="desk-note" data-kind={fields.isBesideOthers && 'error'}>
          <p>{fields.isBesideOthers ?? others.join('. ')}</p>
          <label className="desk-check">
            <input
              type="checkbox"
              name="isBesideOthers"
              value="yes"
              defaultChecked={typed?.isBesideOthers}
              aria-invalid={fields.isBesideOthers ? true : undefined}
            />
            Quote {name} as well
          </label>
        </div>
      )}
      <div className="stock-field-pair">
        <TextField label="Amount" inputMode="decimal" required {...field('amount')} />
        {kind === 'sale' && (
          <TextField label="Deposit, if you ask for one" inputMode="decimal" {...field('deposit')} />
        )}
        <TextField label="Valid until" type="date" required min={today} {...field('validUntil')} />
      </div>
      {kind === 'sale' && (
        <TextArea label="What it includes" rows={3} maxLength={1000} {...field('includes')} />
      )}
      {hasAddress ? (
        <TextArea
          label={`E-mail to ${name}`}
          name="text"
          rows={14}
          maxLength={MAX_LETTER_LENGTH}
          help={[
            !sendsMail && 'No mail server is set up: the e-mail is saved as a file and not sent.',
            kind === 'sale' && '{link} becomes the address of a page for the buyer alone.',
          ]
            .filter(Boolean)
            .join(' ')}
          value={own ?? letter}
          onChange={({ target }) => setOwn(target.value)}
          error={fields.text}
        />
      ) : (
        <p className="text-quiet">{`${name} has no e-mail address, so nothing is sent. The next page has the words to copy.`}</p>
      )}
      <p className="stock-form-end">
        <button type="submit" className="button-small" data-main disabled={isSending}>
          {hasAddress ? `Send the ${what.toLowerCase()}` : `Save the ${what.toLowerCase()}`}
        </button>
        {children}
      </p>
    </DeskForm>
  )
}

function penceOf(typed: string): number | null {
  try {
    return readPence(typed)
  } catch {
    return null
  }
}
