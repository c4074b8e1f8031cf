import type { PlateSide } from '#shared/urls.ts'

const LABELS = { rear: 'Rear, yellow', front: 'Front, white', both: 'Both' } as const

interface PlateSideChoiceProps {
  legend: string
  /** The first one is selected initially. */
  sides: readonly (PlateSide | 'both')[]
}

/** Radio buttons with a style sheet that reads them, so that the choice needs no script. */
export function PlateSideChoice({ legend, sides }: PlateSideChoiceProps) {
  return (
    <fieldset className="plate-sides">
      <legend className="sr-only">{legend}</legend>
      {sides.map((side, index) => (
        <label key={side}>
          <input type="radio" name="side" value={side} defaultChecked={index === 0} />
          {LABELS[side]}
        </label>
      ))}
    </fieldset>
  )
}
