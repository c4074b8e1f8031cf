import { readFields } from '../changes/refusal.ts'
import { type Given, type StepFieldName, stepField } from './step-fields.ts'
import { fieldsOfStep, type StepName } from './step-rules.ts'

/** A field that is not sent is empty. @param today in London. @throws InvalidInput */
export const readGiven = (step: StepName, typed: (name: StepFieldName) => string, today: string): Given =>
  readFields<Record<string, unknown>>(
    Object.fromEntries(
      fieldsOfStep(step).map((name) => [name, () => stepField(name).parse(typed(name), today)]),
    ),
  ) as Given
