import type { ReactNode } from 'react'
import { useSite } from '#shared/ui/use-site.tsx'
import { sellingPath } from '#shared/urls.ts'
import { useHasAccuracy } from '../../shared/ui/has-accuracy.ts'
import { Link } from '../../shared/ui/link.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { FactRow } from '../../shared/ui/page-parts.tsx'
import { TextLink } from '../../shared/ui/text-link.tsx'
import { OnBehalf } from '../enquiries/on-behalf.tsx'
import { LookupRow } from '../registrations/lookup-form.tsx'

/** The fees and times equal those of `content/facts`; test/integration/sell.test.ts compares them. */
const HELD = [
  {
    on: 'On a V750',
    what: 'The pink certificate of entitlement: the registration has never been on a vehicle.',
    needs: [
      'The certificate, still in date, with you as the purchaser',
      'Photographic identification in the same name',
    ],
    fee: 'The DVLA’s £80 was paid when the registration was first bought. You pay nothing more.',
  },
  {
    on: 'On a V778',
    what: 'The green retention document: the registration was taken off a vehicle and kept.',
    needs: [
      'The document, still in date, with you as the grantee',
      'Photographic identification in the same name',
    ],
    fee: 'The DVLA’s £80 was paid when it came off the vehicle. You pay nothing more.',
  },
  {
    on: 'Still on a vehicle',
    what: 'Once we have agreed a price, you take it off and the DVLA sends you a V778, or it goes straight to another vehicle.',
    needs: [
      'The newest log book (V5C), with you as the registered keeper',
      'Photographic identification in the same name',
    ],
    fee: 'Taking it off costs £80, which you pay to the DVLA. Allow for it when you consider our offer.',
  },
]

const STEPS: { title: string; text: ReactNode; time: string }[] = [
  {
    title: 'You ask',
    text: 'Send us the registration and tell us where it is held: on a V750, a V778 or a vehicle.',
    time: 'Any day of the year',
  },
  {
    title: 'We value it',
    text: 'A free report, with the reasoning: the price to sell now, and the theoretical maximum.',
    time: 'Within 24-48 hours',
  },
  {
    title: 'We may make an offer',
    text: 'If we want the plate for our own stock, we’ll tell you in writing what we would pay. You are free to say no.',
    time: 'You decide',
  },
  {
    title: 'It comes off the vehicle, if it is on one',
    text: 'Online, the DVLA’s record changes at once. The V778 and a new log book follow by post. Or it goes straight across by form V317.',
    time: 'The same day online; by post, up to 10 working days (up to two weeks)',
  },
  {
    title: 'We ask about the papers',
    text: 'We ask which kind of certificate it is, when it runs out, who holds it and who you are. It must be in date and in your name, and the name must match your identification. We never ask first for the certificate itself or for its number.',
    time: 'Once you have the certificate',
  },
  {
    title: 'We pay you',
    text: 'We agree with you how the payment and the certificate will change hands: either first, or both at once. Don’t part with the certificate, to us or to anyone else, before the money has cleared, nor with its number, which works like a key.',
    time: 'As long as the banks take',
  },
]

export default function Sell() {
  const site = useSite()
  const hasAccuracy = useHasAccuracy()
  return (
    <Page
      title="Sell Us Your Plate"
      path="/sell"
      description={`${site.name} buys private number plates outright. What we need for a plate on a V750, a V778 or a vehicle, how long each step takes, and how we arrive at an offer.`}
      lead="We buy private plates outright, with our own money. You sell to us, not through us, so there is no commission to pay and no buyer to wait for."
    >
      <div className="mt-8 grid gap-8 lg:grid-cols-[3fr_2fr] lg:items-center lg:gap-12">
        <section
          id="ask"
          className="selling-ask rounded-lg border border-line bg-panel"
          aria-labelledby="ask-heading"
        >
          <h2 id="ask-heading" className="subheading">
            Ask what we would pay
          </h2>
          <p className="mt-2 max-w-reading text-quiet">
            It starts with a free valuation, which commits neither of us to anything.
          </p>
          <form action="/valuations#request" className="mt-5 max-w-reading" aria-label="Start a valuation">
            <label htmlFor="selling-plate" className="field-label">
              Your registration
            </label>
            <LookupRow id="selling-plate" name="plate" maxLength={32} button="Request Your Valuation" />
          </form>
          <p className="mt-5 max-w-reading text-quiet">
            If you already know what you want for it, or are not sure where it is held,{' '}
            <TextLink to={sellingPath}>write to us about selling</TextLink>. <OnBehalf />
          </p>
        </section>
        <p className="max-w-reading border-plate border-l-3 pl-5">
          <strong>Please do not send a photograph of a certificate</strong>, to us or to anyone else. Its
          number works like a key: anyone who has it could put your registration on another vehicle. To begin
          with, all we need is the kind of certificate, the name on it and the date it runs out.
        </p>
      </div>

      <div className="mt-10 md:mt-16">
        <Topic title="What we buy" isProse>
          <p>
            We list only what we own, so we buy every plate before we sell it. Yours can be dateless, Northern
            Ireland, suffix, prefix or current style. We don’t buy everything we are offered. If yours isn’t
            one for us, we’ll say so, and the valuation sets out the other ways to sell it and what each would
            cost you.
          </p>
          <p>
            We cannot buy a Q or QNI registration, which never leaves its vehicle, nor one whose certificate
            has run out. And only the person who holds the right can sell it: the purchaser on a V750, the
            grantee on a V778. A nominee cannot.
          </p>
        </Topic>

        <Topic id="need" title="What we need, and who pays the £80">
          <p className="max-w-reading text-quiet">
            Selling requires proof of ownership and photographic identification. Which proof depends on where
            the registration is held.
          </p>
          <ul className="mt-8 grid gap-6 lg:grid-cols-3">
            {HELD.map(({ on, what, needs, fee }) => (
              <li key={on} className="card selling-card grid gap-4">
                <h3 className="subheading">{on}</h3>
                <p className="text-quiet">{what}</p>
                <ul className="dashes content-start">
                  {needs.map((need) => (
                    <li key={need}>{need}</li>
                  ))}
                </ul>
                <p className="border-line border-t pt-4">{fee}</p>
              </li>
            ))}
          </ul>
        </Topic>

        <Topic title="Certificates that expire" isProse>
          <p>
            A V750 or V778 lasts ten years and can be renewed free of charge from 28 days before it runs out.
            Those issued before 9 March 2015 lasted one, two or three years, so go by the date on yours, not
            the year you got it.
          </p>
          <p>
            If the date passes without a renewal, the right is lost for good. If yours has less than 28 days
            to run, renew it first, then write to us.
          </p>
        </Topic>
        <Topic title="A plate that is still on a vehicle" isProse>
          <p>
            Only the registered keeper can take it off, online or by post with form V317. The vehicle must be
            registered with the DVLA, of a kind that needs an MOT or a heavy goods test, and available for
            inspection. It must be taxed, or have been taxed within the last five years and declared off the
            road (SORN) without a break since the tax ended. It is then given a registration suited to its
            age, and its tax and MOT carry on.
          </p>
          <p>
            The V778 names a grantee, who stays the same for the life of that document, so we agree with you
            whose name it will be. If the plate goes straight to another vehicle instead, by post with form
            V317, it costs the same £80; both log books go with the form, and both keepers sign if they
            differ.
          </p>
          <p>
            If the vehicle was first registered before 1998, expect to do it by post: allow up to two weeks,
            by our own reckoning, and send originals only. If the online service refuses for another reason,
            our guide{' '}
            <Link to="/info/this-registration-number-cannot-be-retained-assigned-online">
              “This registration number cannot be retained or assigned online”
            </Link>{' '}
            says what to do. Take the plate off before you sell the vehicle, or it goes with it.
          </p>
        </Topic>
        <Topic title="A plate that you have inherited" isProse>
          <p>
            Executors and next of kin can pass a registration on. The papers that the DVLA asks for are listed
            in the guide to{' '}
            <Link to="/info/assigning-a-private-number-plate#if-the-holder-has-died">
              assigning a private number plate
            </Link>
            . <OnBehalf />
          </p>
        </Topic>

        <Topic id="steps" title="Step by step">
          <ol className="selling-steps mt-8 border-line border-b">
            {STEPS.map(({ title, text, time }) => (
              <li key={title}>
                <h3 className="font-semibold">{title}</h3>
                <p className="text-quiet">{text}</p>
                <p className="text-[0.9375rem]">{time}</p>
              </li>
            ))}
          </ol>
          <p className="mt-4 max-w-reading text-quiet text-sm">
            A working day is Monday to Friday, except bank holidays. The DVLA’s times are our own working
            figures, and we cannot promise them. The sources of the rules are named in the guide to{' '}
            <TextLink to="/info/assigning-a-private-number-plate">assigning a private number plate</TextLink>.
            Checked on 20 November 2026.
          </p>
        </Topic>

        <Topic id="price" title="How the price is made">
          <p className="max-w-reading text-quiet">
            You may come across {hasAccuracy ? 'three kinds of figure' : 'two kinds of figure'} on the way.
            Only the last is an offer.
          </p>
          <dl className="ruled-columns selling-figures mt-8">
            {hasAccuracy && (
              <FactRow term="An estimate">
                What a registration might make at a DVLA auction: a hammer price, before premium, VAT and
                fees. The DVLA sells registrations there that were never issued, so it tells you what buyers
                bid, not what yours will bring you. An estimate is not an offer.
              </FactRow>
            )}
            <FactRow term="A valuation">
              Our report, with the price to sell now and the most that the market might ever pay. It is an
              opinion, and yours to use with any buyer. A valuation is not an offer.
            </FactRow>
            <FactRow term="Our offer">
              What we would pay you, in writing. It depends on what similar plates have sold for and how long
              we expect to hold yours. We buy in order to sell again, so it is less than we would ask for the
              same plate ourselves.
            </FactRow>
          </dl>
        </Topic>
      </div>
    </Page>
  )
}

interface TopicProps {
  id?: string
  title: string
  isProse?: boolean
  children: ReactNode
}

/** Folded, so that the form is near and every subject in sight. */
const Topic = ({ id, title, isProse = false, children }: TopicProps) => (
  <details id={id} className="fold">
    <summary className="chevron">
      <h2 className="subheading">{title}</h2>
    </summary>
    <div className={isProse ? 'prose max-w-reading pt-4 pb-10' : 'pt-4 pb-10'}>{children}</div>
  </details>
)
