import type { ReactNode } from 'react'
import { data, useNavigation } from 'react-router'
import type { TestMailResult } from '#services/mail/test-mail.ts'
import { checkMailDomain, type DomainCheck } from '#services/mail-domain/check-mail-domain.ts'
import { isWithin } from '#services/mail-domain/domain-name.ts'
import { readSelectors } from '#services/mail-domain/selectors.ts'
import { formatList } from '#shared/text/format.ts'
import { actorOf, type DeskContext, deskContext, requireFreshOwner } from '../../context.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { answerForm } from '../../ui/form-answer.server.ts'
import { answerTo, typedText } from '../../ui/form-answer.ts'
import { Page, TextLink } from '../../ui/page.tsx'
import { textOf } from '../../ui/text-of.ts'
import { Fact } from '../stock/plate-fact.tsx'
import type { Route } from './+types/mail'
import { Findings } from './mail-findings.tsx'
import { TestAnswer } from './test-answer.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { email } = requireFreshOwner(context, url)
  const { addresses, mail, sendsMail, dataDir, settings } = context.get(deskContext)
  const { dkimSelectors } = await settings.read()
  return {
    email,
    sendsMail,
    from: addresses.from,
    to: formatList([...addresses.to]),
    smtpHost: mail.smtpHost,
    folder: `${dataDir}/mail`,
    selectors: dkimSelectors.value.join(' '),
  }
}

/** What the mail server or DNS said. */
interface Said {
  test?: TestMailResult
  check?: DomainCheck & { signedElsewhere: string | null }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  requireFreshOwner(context, url)
  const form = await request.formData()
  const desk = context.get(deskContext)
  switch (form.get('intent')) {
    case 'test':
      return sendTest(form, desk, actorOf(context))
    case 'check':
      return askDns(form, desk, actorOf(context))
    default:
      throw data(null, 400)
  }
}

async function sendTest(form: FormData, desk: DeskContext, actor: ReturnType<typeof actorOf>) {
  const { database, addresses, mail } = desk
  const given = { to: textOf(form, 'to'), from: addresses.from, replyTo: addresses.to, firm: addresses.firm }
  const test = await mail.sendTest(database, given, actor)
  if (test.outcome === 'invalid') return answerForm<Said>(form, { fields: { to: test.message } })
  return answerForm<Said>(form, {}, test.outcome === 'slow-down' ? 429 : 200, { test })
}

async function askDns(form: FormData, desk: DeskContext, actor: ReturnType<typeof actorOf>) {
  const { addresses, mail, settings } = desk
  const read = readSelectors(textOf(form, 'selectors'))
  if (!read.ok) return answerForm<Said>(form, { fields: { selectors: read.message } })
  const { selectors, signedBy } = read
  const { seen } = (await settings.read()).dkimSelectors
  await settings.change([{ name: 'dkimSelectors', value: selectors, seen }], actor)
  const setup = {
    from: addresses.from,
    to: addresses.to[0] ?? addresses.from,
    smtpHost: mail.smtpHost,
    selectors,
  }
  const check = await checkMailDomain(setup, mail.openDns())
  const isElsewhere =
    signedBy !== null && !isWithin(signedBy, check.domain) && !isWithin(check.domain, signedBy)
  form.set('selectors', selectors.join(' '))
  return answerForm<Said>(form, {}, 200, {
    check: { ...check, signedElsewhere: isElsewhere ? signedBy : null },
  })
}

export default function Mail({ loaderData, actionData }: Route.ComponentProps) {
  const { email, from, to, smtpHost, sendsMail, folder, selectors } = loaderData
  const sending = useNavigation().formData?.get('intent')
  const ofTest = answerTo(actionData, 'test')
  const ofCheck = answerTo(actionData, 'check')
  const facts = {
    'E-mails come from': from,
    'Enquiries and replies go to': to,
    'Mail server': smtpHost ?? `None: e-mails are saved as files in ${folder}`,
  }
  return (
    <Page title="Mail" actions={<TextLink to="/firm">Firm</TextLink>}>
      <dl className="wrap-anywhere mb-8 max-w-176">
        {Object.entries(facts).map(([name, value]) => (
          <Fact
            key={name}
            label={name}
            className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] border-line border-t py-2"
          >
            {value}
          </Fact>
        ))}
      </dl>
      <MailPart
        id="test"
        title="Test e-mail"
        lead="Goes straight to the mail server, so that you see its answer. Use a Gmail or Outlook address: there you can see whether SPF, DKIM and DMARC passed."
      >
        <DeskForm
          className="firm-fields"
          action="/firm/mail"
          answer={ofTest}
          preventScrollReset
          sends={{ intent: 'test' }}
        >
          <TextField
            label="To"
            name="to"
            type="email"
            inputMode="email"
            autoComplete="email"
            required
            maxLength={254}
            help={
              sendsMail ? undefined : `No mail server is set up: the e-mail is saved as a file in ${folder}.`
            }
            defaultValue={email}
          />
          <p>
            <SubmitButton data-main disabled={sending === 'test'}>
              {sending === 'test' ? 'Sending…' : 'Send a test e-mail'}
            </SubmitButton>
          </p>
          <div role="status">
            {ofTest?.test && <TestAnswer result={ofTest.test} server={smtpHost} folder={folder} />}
          </div>
        </DeskForm>
      </MailPart>
      <MailPart
        id="check"
        title="DNS check"
        lead="Whether other mail servers can tell that your e-mails are really yours. The check changes nothing and takes eight seconds at most."
      >
        <div className="firm-fields">
          <DeskForm action="/firm/mail#check" answer={ofCheck} preventScrollReset sends={{ intent: 'check' }}>
            <TextArea
              key={typedText(ofCheck?.typed, 'selectors')}
              label="DKIM selectors"
              name="selectors"
              rows={2}
              maxLength={10_000}
              help="The names of your DKIM keys, such as google or s1, as shown by your mail provider. Or paste the DKIM-Signature line of an e-mail you sent. They are remembered."
              defaultValue={selectors}
            />
            <p className="mt-3">
              <SubmitButton data-main disabled={sending === 'check'}>
                {sending === 'check' ? 'Checking…' : 'Check DNS'}
              </SubmitButton>
            </p>
          </DeskForm>
          {ofCheck?.check && <Findings check={ofCheck.check} />}
        </div>
      </MailPart>
    </Page>
  )
}

interface MailPartProps {
  id: string
  title: string
  lead: string
  /** In the second column. */
  children: ReactNode
}

/** A part of the page about mail: title and lead at the left, its form at the right. */
const MailPart = ({ id, title, lead, children }: MailPartProps) => (
  <section
    className="grid scroll-mt-14 gap-x-12 gap-y-4 border-line border-t pt-7 pb-9 lg:grid-cols-[minmax(14rem,20rem)_minmax(0,40rem)]"
    id={id}
    aria-labelledby={`${id}-title`}
  >
    <div className="max-w-120">
      <h2 id={`${id}-title`} className="desk-subtitle">
        {title}
      </h2>
      <p className="mt-1.5 text-quiet text-row">{lead}</p>
    </div>
    {children}
  </section>
)
