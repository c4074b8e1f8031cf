import { readForm } from '../changes/refusal.ts'
import { type StepName, stepRule } from './deal-steps.ts'
import { type Given, stepFields } from './step-fields.ts'

/** @param today in London. @throws InvalidInput */
export const readGiven = (step: StepName, typed: Readonly<Record<string, string>>, today: string): Given =>
  readForm(stepFields(stepRule(step).fields ?? []), typed, today) as Given
