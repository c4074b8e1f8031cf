import type { ReactNode } from 'react'
import { RULES, RULES_CHECKED, type RuleKey } from '#shared/eligibility/rules.ts'
import type { Registration } from '#shared/registration/registration.ts'
import { longDay } from '#shared/text/format.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { TextLink } from '../../shared/ui/text-link.tsx'
import { SourceLink } from '../sales/source-link.tsx'
import { checklistFor } from './checklist.ts'
import { otherIsland } from './eligibility-view.ts'
import type { Vehicle, Verdict } from './may-it-go-on.ts'

interface AnswerProps {
  registration: Registration
  vehicle: Vehicle
  verdict: Verdict
  today: string
}

const NUMBERS = ['nothing', 'one thing', 'two things', 'three things']

/** 'Yes', 'No', 'Not yet', or 'Yes by age; two things to check' */
export function headline({ answer, canChange, reasons }: Verdict): string {
  if (answer === 'yes') return 'Yes'
  if (answer === 'ask') return `Yes by age; ${NUMBERS[reasons.length]} to check`
  return canChange ? 'Not yet' : 'No'
}

export function Answer({ registration, vehicle, verdict, today }: AnswerProps) {
  const { permission, reasons } = verdict
  // What the age allows is an answer by itself, and comes before what is still open.
  const isOpen = verdict.answer === 'ask' && permission !== null
  const [decisive, ...others] = isOpen ? [permission, ...reasons] : reasons
  const isForbidden = verdict.answer === 'no' && !verdict.canChange
  const island = otherIsland(registration.text)
  return (
    <>
      <section
        className="eligibility-answer mt-10 grid items-start gap-x-12 gap-y-6 border-ink border-t pt-6"
        aria-labelledby="answer"
        data-answer={verdict.answer}
      >
        <div>
          <h2 id="answer" className="eligibility-headline font-serif leading-none">
            {headline(verdict)}
          </h2>
          <p className="mt-4 max-w-reading text-xl leading-normal">{decisive.sentence}</p>
          {verdict.answer === 'yes' && (
            <p className="note mt-5 max-w-reading">
              The vehicle must meet the rest of the checklist as well.
            </p>
          )}
          {others.length > 0 && (
            <ul className="mt-4 grid max-w-reading gap-2 border-line border-l-2 pl-4">
              {others.map(({ rule, sentence }) => (
                <li key={rule}>{sentence}</li>
              ))}
            </ul>
          )}
          {verdict.canChange && permission && (
            <p className="mt-4 max-w-reading">By age it is a yes: {permission.sentence}</p>
          )}
          {vehicle.kind === 'motorbike' && !isForbidden && (
            <p className="note mt-5 max-w-reading">
              A motorbike follows the same rules as a car, and needs a plate at the rear alone.
            </p>
          )}
          {island && (
            <p className="note mt-5 max-w-reading">
              {registration.text} could also be a {island} registration. If it is registered there, it cannot
              go on a vehicle registered with the DVLA.
            </p>
          )}
          <p className="mt-5 print:hidden">
            <a href="#change" className="link">
              Change an answer
            </a>
          </p>
        </div>
        <PlateFace registration={registration.text} decorative className="block w-full max-w-72" />
      </section>
      {isForbidden ? (
        <Alternatives verdict={verdict} />
      ) : (
        <HowTo registration={registration.text} vehicle={vehicle} today={today} />
      )}
      <Sources rules={rulesFor(verdict, isForbidden)} />
    </>
  )
}

function Alternatives({ verdict }: { verdict: Verdict }) {
  const isAge = verdict.reasons.length === 1 && verdict.reasons[0].rule === 'age'
  return (
    <div className="mt-8 max-w-reading">
      {isAge ? (
        <p>
          Choose one that is older than your vehicle, or one that shows no year:{' '}
          <TextLink to="/plates?format=dateless">our dateless plates</TextLink> may go on a vehicle of any
          age.
        </p>
      ) : (
        <p>
          No other registration could go on this vehicle either. If you have another vehicle in mind, change
          your answers below, or <TextLink to="/contact?type=transfer">ask us</TextLink>.
        </p>
      )}
    </div>
  )
}

function HowTo({ registration, vehicle, today }: { registration: string; vehicle: Vehicle; today: string }) {
  const { before, onTheDay, after } = checklistFor(registration, vehicle, today)
  return (
    <>
      <div className="eligibility-facts mt-12 grid gap-x-10 gap-y-6 border-line border-y py-6">
        <Fact title="What you need">
          The certificate for {registration}: a V750 if it has never been on a vehicle, a V778 if it was taken
          off one. You also need the vehicle’s latest log book (V5C).
        </Fact>
        <Fact title="What it costs">
          Nothing, if it is on a certificate: the £80 has been paid. If it is still on another vehicle, taking
          it off costs £80, which also covers putting it on yours.
        </Fact>
        <Fact title="How long it takes">
          Online it is done at once, between 7am and 7pm. By post, allow up to 10 working days for a reply.
          The new log book follows in 10 to 20 working days. Those are our own estimates, not promises from
          the DVLA.
        </Fact>
      </div>
      <section className="mt-10" aria-labelledby="checklist">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <h2 id="checklist" className="subheading">
            Checklist
          </h2>
          <button type="button" className="button button-quiet scripted" onClick={() => print()}>
            Print It
          </button>
        </div>
        <div className="eligibility-stages grid gap-x-10">
          <Stage title="Before" items={before} />
          <div>
            <Stage title="On the day" items={onTheDay} />
            <Stage title="Afterwards" items={after} />
          </div>
        </div>
        <p className="note mt-5 max-w-reading">
          By post, send the certificate and the log book, originals only, to DVLA Personalised Registrations,
          Swansea SA99 1DS. Never show anyone a picture of the certificate.
        </p>
      </section>
    </>
  )
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="subheading">{title}</h2>
      <p className="mt-2 text-quiet">{children}</p>
    </section>
  )
}

function Stage({ title, items }: { title: string; items: string[] }) {
  return (
    <div>
      <h3 className="note mt-5">{title}</h3>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  )
}

function rulesFor({ reasons }: Verdict, isForbidden: boolean): RuleKey[] {
  const deciding = reasons.map(({ rule }) => rule)
  const ofKeeper: RuleKey[] = deciding.includes('keeper') ? ['takenOff'] : []
  return [...new Set<RuleKey>([...deciding, ...ofKeeper, ...(isForbidden ? [] : OF_THE_CHECKLIST)])]
}

const OF_THE_CHECKLIST: RuleKey[] = [
  'age',
  'taxed',
  'mot',
  'condition',
  'online',
  'keeper',
  'papers',
  'fee',
  'plates',
]

function Sources({ rules }: { rules: RuleKey[] }) {
  return (
    <section className="eligibility-sources mt-12 border-line border-t pt-6" aria-labelledby="rules">
      <h2 id="rules" className="subheading">
        The rules, and where they come from
      </h2>
      <ul>
        {rules.map((key) => {
          const { text, asOf, source } = RULES[key]
          return (
            <li key={key}>
              {text}{' '}
              <span className="note block">
                <SourceLink source={source} />, {asOf}
              </span>
            </li>
          )
        })}
      </ul>
      <p className="note mt-5 max-w-reading">
        We last read these pages on {longDay(RULES_CHECKED)}. Where a page is undated, the year is that of its
        contents. The DVLA has the last word, so ask it before you spend any money.
      </p>
    </section>
  )
}
