import { spokenDate } from '#shared/registration/registration-facts.ts'
import type { Vehicle } from './may-it-go-on.ts'
import { addYears, monthsBetween } from './month.ts'

export interface Checklist {
  before: string[]
  onTheDay: string[]
  after: string[]
}

const MOT_YEARS = 3
const HISTORY_YEARS = 5
/** The DVLA's website could not find replacement documents for older vehicles automatically (DVLA, February 2017). */
const REPLACED_ONLINE_FROM = '1998-01'

/**
 * What to have and do, in order, for this vehicle.
 * @param today 'YYYY-MM-DD'
 */
export function checklistFor(registration: string, vehicle: Vehicle, today: string): Checklist {
  const { firstRegistered } = vehicle
  const isYoung = monthsBetween(firstRegistered, today) < HISTORY_YEARS * 12
  const ownPrivate =
    firstRegistered < REPLACED_ONLINE_FROM
      ? 'If it has a private registration that you want to keep, that has been taken off (£80; for a vehicle from before 1998, by post with form V317).'
      : 'If it has a private registration that you want to keep, that has been taken off (£80).'
  return {
    before: [
      `The certificate for ${registration}, V750 or V778, is to hand and in date.`,
      'The latest log book (V5C) is to hand, with its 11-digit reference number.',
      vehicle.keeper === 'company'
        ? 'The company on the log book agrees. By post, or for a brand-new vehicle, it is the purchaser or grantee, or the nominee on the certificate. Online the names need not match.'
        : 'By post, or for a brand-new vehicle: its keeper is the purchaser or grantee, or the nominee on the certificate. Online the names need not match.',
      `The vehicle is taxed or under SORN, and has been one or the other without a gap ${isYoung ? 'since it was first registered' : 'for the past five years'}.`,
      motLine(vehicle, today),
      'It can move under its own power, and can be inspected.',
      ownPrivate,
    ],
    onTheDay: [
      'Enter the certificate and the vehicle in the DVLA’s online service.',
      'Save the eV948 that it offers you at the end: a shop can make the plates from it.',
    ],
    after: [
      vehicle.kind === 'motorbike' ? 'Change the rear plate at once.' : 'Change the plates at once.',
      'Tell your insurer. Tax and MOT carry on as they are.',
      'Look out for the new log book.',
    ],
  }
}

function motLine({ firstRegistered, taxed, mot }: Vehicle, today: string): string {
  const isDue = monthsBetween(firstRegistered, today) >= MOT_YEARS * 12
  if (taxed !== 'long-sorn' && mot !== 'historic' && !isDue)
    return `It has a current MOT, or needs none before ${spokenDate(addYears(firstRegistered, MOT_YEARS))}.`
  return 'It has a current MOT (or heavy goods test).'
}
