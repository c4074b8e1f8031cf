import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { data, redirect } from 'react-router'
import { ChangeConflict } from '#services/changes/call-change.ts'
import { refuseField } from '#services/changes/refusal.ts'
import { dealLetter } from '#services/deals/deal-letters.ts'
import type { Deal } from '#services/deals/deal-types.ts'
import { LINK, makeQuote } from '#services/deals/make-quote.ts'
import {
  MAX_LETTER_LENGTH,
  QUOTE_FIELDS,
  type QuoteForm,
  readPence,
  readQuote,
} from '#services/deals/read-deal-form.ts'
import { namedRegistrations, readNamedPlates } from '#services/enquiries/reply-templates.ts'
import { addDays, londonDay } from '#services/london-time.ts'
import { findStockPlate } from '#services/stock/stock-store.ts'
import { isUuid } from '#services/uuid.ts'
import { conditionsOfUse } from '#shared/eligibility/conditions-of-use.ts'
import { parseRegistration } from '#shared/registration/registration.ts'
import { isDay } from '#shared/text/format.ts'
import { formatGbp, formatPence } from '#shared/text/money.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { actorOf, deskContext, requirePerson } from '../../context.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { CheckField, FormProblem, TextArea, TextField } from '../../ui/field.tsx'
import { ButtonLink, Page } from '../../ui/page.tsx'
import { textOf, textsOf } from '../../ui/text-of.ts'
import { requireConversation } from '../enquiries/conversation.server.ts'
import { type Refused, refusedOf } from '../stock/refused.server.ts'
import type { Route } from './+types/quote'
import { useFirstFault } from './use-first-fault.ts'

const USUAL_DAYS = 7

const kindOf = (url: URL): Deal['kind'] => (url.searchParams.get('kind') === 'purchase' ? 'purchase' : 'sale')

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { name: person } = requirePerson(context)
  const desk = context.get(deskContext)
  const { client, site, office } = desk
  const { enquiry } = await requireConversation(client, params.reference)
  const kind = kindOf(url)
  const [named] = kind === 'purchase' ? await readNamedPlates(client, enquiry) : []
  const parsed = parseRegistration(url.searchParams.get('plate') ?? named?.registration ?? '')
  const registration = parsed.ok ? parsed.registration.text : ''
  const plate = kind === 'sale' && registration ? await findStockPlate(client, { registration }) : null
  const offered = plate && namedRegistrations(enquiry.plateNumber)[0] === registration ? enquiry.offer : null
  const start = offered ?? plate?.priceGbp
  const today = londonDay(new Date())
  const initial: Omit<QuoteForm, 'text'> = {
    plate: registration,
    amount: start ? formatPence(start * 100) : '',
    deposit: '',
    depositDays: String(office.depositDays),
    balanceDays: String(office.balanceDays),
    includes: kind === 'sale' ? site.prices.statement : '',
    validUntil: addDays(today, USUAL_DAYS),
  }
  return {
    kind,
    initial,
    offer:
      offered &&
      `They offer ${formatGbp(offered)}; our price is ${plate?.priceGbp ? formatGbp(plate.priceGbp) : 'not set'}.`,
    conditions: kind === 'sale' && parsed.ok ? conditionsOfUse(parsed.registration) : [],
    reference: enquiry.reference,
    name: enquiry.name,
    hasAddress: Boolean(enquiry.email),
    id: randomUUID(),
    today,
    letter: { isAgreed: false, person, firm: site.name, link: LINK },
  }
}

interface Answer extends Refused {
  typed: QuoteForm
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
  const desk = context.get(deskContext)
  const { client } = desk
  const conversation = await requireConversation(client, params.reference)
  const { name } = conversation.enquiry
  const form = await request.formData()
  const [kind, id] = [kindOf(url), textOf(form, 'deal')]
  if (!isUuid(id)) throw data(null, 400)
  const typed = textsOf(form, QUOTE_FIELDS)
  try {
    const quote = readQuote(typed, londonDay(new Date()))
    const { registration } = quote
    const plate = kind === 'sale' ? await findStockPlate(client, { registration }) : null
    if (kind === 'sale' && !plate) refuseField('plate', `${registration} is not in the stock.`)
    const isBesideOthers = form.has('isBesideOthers')
    const whole = { ...quote, id, kind, plateId: plate?.id ?? null, name, isBesideOthers }
    await makeQuote(client, conversation, whole, desk, actorOf(context))
    desk.wakeOutbox()
    return redirect(`/deals/${id}?done=yes`)
  } catch (error) {
    if (!(error instanceof ChangeConflict))
      return data<Answer>({ ...refusedOf(error), typed }, { status: 400 })
    const message = `Something else has just been sent to ${name}. Read the conversation, then send this again if it still applies.`
    return data<Answer>({ message, fields: {}, typed }, { status: 409 })
  }
}

export default function MakeQuote({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, initial, offer, conditions, reference, name, hasAddress, id, today, letter } = loaderData
  const { typed, fields = {}, message } = (actionData ?? {}) as Partial<Answer>
  useFirstFault(actionData)
  const [shown, setShown] = useState<Omit<QuoteForm, 'text'>>(typed ?? initial)
  // What the person has written in place of the letter, which follows the other fields.
  const [own, setOwn] = useState(typed?.text ?? null)
  const isSale = kind === 'sale'
  const what = isSale ? 'quote' : 'bid'
  const field = (key: keyof typeof initial) => ({
    name: key,
    defaultValue: (typed ?? initial)[key],
    error: fields[key],
  })
  const parsed = parseRegistration(shown.plate)
  const registration = parsed.ok ? parsed.registration.text : shown.plate || '…'
  const written = dealLetter(
    {
      ...{ kind, name, registration, includes: shown.includes?.trim() || null },
      amount: penceOf(shown.amount) ?? 0,
      deposit: penceOf(shown.deposit),
      depositDays: Number(shown.depositDays),
      balanceDays: Number(shown.balanceDays),
      validUntil: isDay(shown.validUntil) ? shown.validUntil : initial.validUntil,
    },
    letter,
  )
  return (
    <Page title={isSale ? `Quote for ${name}` : `Bid to ${name}`}>
      <DeskForm
        className="stock-short-form deal-form"
        echoOnRefusal
        onChange={({ currentTarget }) =>
          setShown(Object.fromEntries(new FormData(currentTarget)) as typeof initial)
        }
        sends={
          isSale
            ? { deal: id }
            : { deal: id, depositDays: initial.depositDays, balanceDays: initial.balanceDays }
        }
      >
        {message && Object.keys(fields).length === 0 && <FormProblem>{message}</FormProblem>}
        {initial.plate && <PlateFace registration={initial.plate} className="w-full max-w-88" />}
        {initial.plate && !fields.plate ? (
          <input type="hidden" name="plate" value={initial.plate} />
        ) : (
          <TextField
            label={isSale ? 'Which of your plates' : 'Their registration'}
            required
            {...field('plate')}
          />
        )}
        {offer && <p>{offer}</p>}
        {conditions.length > 0 && (
          <div className="max-w-reading text-quiet">
            <p>Before you ask for money, ask which vehicle it is for:</p>
            <ul className="list-disc pl-5">
              {conditions.map((condition) => (
                <li key={condition}>{condition}</li>
              ))}
            </ul>
          </div>
        )}
        {fields.isBesideOthers && (
          <div className="desk-note" data-kind="error">
            <p>{fields.isBesideOthers}</p>
            <CheckField name="isBesideOthers" aria-invalid>
              Quote {name} as well
            </CheckField>
          </div>
        )}
        <div className="stock-field-pair">
          <TextField label="Amount" inputMode="decimal" required {...field('amount')} />
          {isSale && <TextField label="Deposit, if any" inputMode="decimal" {...field('deposit')} />}
          <TextField label="Valid until" type="date" required min={today} {...field('validUntil')} />
        </div>
        {isSale && (
          <div className="stock-field-pair">
            <TextField
              label="Days to pay the deposit"
              inputMode="numeric"
              maxLength={3}
              help="From their yes. Without a payment the plate then goes back on sale."
              {...field('depositDays')}
            />
            <TextField
              label="Days to pay the whole price"
              inputMode="numeric"
              maxLength={3}
              {...field('balanceDays')}
            />
          </div>
        )}
        {isSale && <TextArea label="What it includes" rows={3} maxLength={1000} {...field('includes')} />}
        {hasAddress ? (
          <TextArea
            label={`E-mail to ${name}`}
            name="text"
            rows={14}
            maxLength={MAX_LETTER_LENGTH}
            help={isSale && `${letter.link} becomes the address of the buyer’s page.`}
            value={own ?? written}
            onChange={({ target }) => setOwn(target.value)}
            error={fields.text}
          />
        ) : (
          <p className="text-quiet">{`${name} has no e-mail address, so nothing is sent. The next page has the words to copy.`}</p>
        )}
        <p className="desk-actions">
          <SubmitButton data-main isOnce>
            {`${hasAddress ? 'Send' : 'Save'} the ${what}`}
          </SubmitButton>
          <ButtonLink to={`/enquiries/${reference}`}>Cancel</ButtonLink>
        </p>
      </DeskForm>
    </Page>
  )
}

function penceOf(typed: string): number | null {
  try {
    return readPence(typed)
  } catch {
    return null
  }
}
