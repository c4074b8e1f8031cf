import type { Frequency } from '../../context.ts'

const CHOICES: Record<Frequency, string> = {
  'at-once': 'As it happens, within 15 minutes',
  weekly: 'Once a week, on Monday morning',
}

export const readFrequency = (form: FormData): Frequency =>
  form.get('frequency') === 'weekly' ? 'weekly' : 'at-once'

export function FrequencyFields({ frequency }: { frequency: Frequency }) {
  return (
    <fieldset>
      <legend className="field-label">How often</legend>
      <div className="mt-2 grid gap-1">
        {Object.entries(CHOICES).map(([value, label]) => (
          <label key={value} className="checkbox">
            <input type="radio" name="frequency" value={value} defaultChecked={value === frequency} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
