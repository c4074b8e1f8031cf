import { readFields } from '../changes/refusal.ts'
import { type StepName, stepRule } from './deal-steps.ts'
import { type Given, type StepFieldName, stepField } from './step-fields.ts'

/** A field that is not sent is empty. @param today in London. @throws InvalidInput */
export const readGiven = (step: StepName, typed: (name: StepFieldName) => string, today: string): Given =>
  readFields<Record<string, unknown>>(
    Object.fromEntries(
      (stepRule(step).fields ?? []).map((name) => [name, () => stepField(name).parse(typed(name), today)]),
    ),
  ) as Given
