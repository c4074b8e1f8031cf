/** What may stop a buyer from using a registration, to be asked before money is. */
import type { Reading } from '../registration/registration.ts'
import { describeRegistration } from '../registration/registration-facts.ts'
import { RULES } from './rules.ts'

/** Sentences about the vehicle: its age, by this registration, its tax and its MOT. */
export const conditionsOfUse = (registration: Reading): string[] => [
  describeRegistration(registration).vehicles.text,
  RULES.taxed.text,
  RULES.mot.text,
]
